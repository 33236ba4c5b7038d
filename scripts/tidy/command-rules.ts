import type { Say, SourceFile } from './source.ts'

export type Commands = { readonly scripts: readonly string[]; readonly trials: readonly string[] }

export const commandsOf = (manifest: string, trialTable: string): Commands => ({
  scripts: Object.keys((JSON.parse(manifest) as { scripts: Record<string, string> }).scripts),
  trials: [...trialTable.matchAll(/^ {4}name: '(.+)',$/gm)].map(([, name = '']) => name),
})

/** The space may contain a line break of a comment. */
const named = /\bnpm run[\s*]+([a-z][\w:-]*)(?:[\s*]+([a-z][\w-]*))?/g

/** A document, comment or message must name only commands that exist. */
export function checkCommands({ path, text }: SourceFile, { scripts, trials }: Commands, say: Say): void {
  for (const { 0: found, 1: script = '', 2: trial, index } of text.matchAll(named)) {
    const isKnown = script === 'trial' && trial ? trials.includes(trial) : scripts.includes(script)
    const command = script === 'trial' ? found : `npm run ${script}`
    if (!isKnown) say(path, text.slice(0, index).split('\n').length, `'${command}' is no command`)
  }
}

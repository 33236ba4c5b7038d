/**
 * Formats, fixes lint errors and generates files. npm run fix [-- contracts (artifacts) | icons].
 */
import { binary, runNode } from './run/command.ts'

const scripts: Readonly<Record<string, string>> = {
  contracts: 'scripts/fix/contracts.ts',
  icons: 'scripts/fix/icons.ts',
}
const everyTime = [
  [binary('@biomejs/biome', 'biome'), 'check', '--write', '.'],
  ['scripts/texts.ts'],
  ['scripts/docs.ts'],
]

const [name, ...options] = process.argv.slice(2)
const script = name === undefined ? undefined : scripts[name]
const commands = script ? [[script, ...options]] : everyTime
if (name !== undefined && !script) {
  process.stderr.write(`Which one? ${Object.keys(scripts).join(', ')}.\n`)
  process.exit(1)
}
for (const command of commands) if (!(await runNode(command, { show: true })).ok) process.exitCode = 1

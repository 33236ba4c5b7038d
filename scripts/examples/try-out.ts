import { join } from 'node:path'
import { binary, type Done, root } from '../run/command.ts'
import { checkTypes, projects } from '../run/type-check.ts'
import type { Kind } from './kinds.ts'

/** Texts, and what is generated from the code or for it. */
const generated =
  /\.po$|^(locales\/keys\.ts|db\/schema\.sql|docs\/|ledger\/schema\/3-movements\.rules\.sql|market\/schema\/4-pairs\.rules\.sql|web\/areas\.ts|ARCHITECTURE\.md)/

export type Step = { readonly name: string; readonly args: readonly string[] }
const script = (name: string, ...args: readonly string[]): Step => ({
  name: [name, ...args].join(' '),
  args: [`scripts/${name}.ts`, ...args],
})

/** What the compiler knew of a program stands beside it, so that it checks again only what changed. */
export const buildInfo = (project: string): string => `types-${project}.json`
export const types = (project: string): Step => ({
  name: `types of ${project}`,
  args: checkTypes(project, '--incremental', '--tsBuildInfoFile', buildInfo(project)),
})

/** Code files a patch touches, and the commands it names after "Run: npm run texts -- …". */
export function readPatch(patch: string): { readonly code: readonly string[]; readonly runs: readonly Step[] } {
  const touched = [...patch.matchAll(/^diff --git a\/\S+ b\/(\S+)$/gm)].map(([, file = '']) => file)
  const runs = [...patch.matchAll(/^Run: npm run (\w+)(?: -- (.*))?$/gm)].map(([, verb = '', args = '']) =>
    script(verb, ...args.split(' ').filter(Boolean)),
  )
  return { code: touched.filter((file) => !generated.test(file)), runs }
}

/** What an example is held to after its patch, in this order. @param long the whole suite instead of the tests of its kind */
export function stepsOf(patch: string, { tests, named, generates = true }: Kind, long = false): readonly Step[] {
  const { runs } = readPatch(patch)
  // Whatever else it is told, this command also writes the keys and checks every language.
  const hasTexts = runs.some(({ args: [path] }) => path === 'scripts/texts.ts')
  const only = long ? [] : ['--maxWorkers=1', ...tests, ...(named ? ['-t', named] : [])]
  return [
    ...runs,
    ...(hasTexts ? [] : [script('texts')]),
    ...(generates ? [script('docs', '--code')] : []),
    ...projects.map(types),
    script('tidy'),
    { name: 'tests', args: [binary('vitest'), 'run', ...only] },
  ]
}

/** A scratch copy of the project. */
export type Copy = {
  /** Back to the project as it is. */
  restore(): void
  /** @throws when it does not apply */
  apply(patch: string): void
  run(step: Step): Promise<Pick<Done, 'ok' | 'output'>>
}

/** What came of an example: how many code files it touches, or what refused it, and why. */
export type Answer = { readonly code: number } | { readonly refusedBy: string; readonly problem: string }

/** Applies a patch to a copy and takes the steps until one refuses. */
export async function tryOut(copy: Copy, patch: string, kind: Kind, long = false): Promise<Answer> {
  const { code } = readPatch(patch)
  if (code.length > kind.files)
    return {
      refusedBy: 'counting',
      problem: `touches ${code.length} code files, ${kind.files} at most: ${code.join(', ')}`,
    }
  copy.restore()
  try {
    copy.apply(patch)
  } catch (error) {
    return { refusedBy: 'applying', problem: error instanceof Error ? error.message : String(error) }
  }
  for (const step of stepsOf(patch, kind, long)) {
    const { ok, output } = await copy.run(step)
    if (!ok) return { refusedBy: step.name, problem: output }
  }
  return { code: code.length }
}

/** Where a folder of the project keeps what the compiler knew, for the next time. */
export const remembered = (project: string): string =>
  join(root, 'node_modules', '.cache', 'glasshouse', buildInfo(project))

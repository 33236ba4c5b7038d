import { join } from 'node:path'
import { binary, type Done, root } from '#scripts/run/command.ts'
import { checkTypes, projects } from '#scripts/run/type-check.ts'
import type { Kind } from './kinds.ts'

const generated =
  /\.po$|^(locales\/keys\.ts|db\/schema\.sql|docs\/|ledger\/schema\/3-movements\.rules\.sql|market\/schema\/4-pairs\.rules\.sql|web\/areas\.ts|ARCHITECTURE\.md)/

export type Step = { readonly name: string; readonly args: readonly string[] }
const script = (name: string, ...args: readonly string[]): Step => ({
  name: [name, ...args].join(' '),
  args: [`scripts/${name}.ts`, ...args],
})

/** Stored in the copy, so that the compiler checks only changes. */
export const buildInfo = (project: string): string => `types-${project}.json`
export const types = (project: string): Step => ({
  name: `types of ${project}`,
  args: checkTypes(project, '--incremental', '--tsBuildInfoFile', buildInfo(project)),
})

/** Commands follow "Run: npm run texts -- …". */
export function readPatch(patch: string): { readonly code: readonly string[]; readonly runs: readonly Step[] } {
  const touched = [...patch.matchAll(/^diff --git a\/\S+ b\/(\S+)$/gm)].map(([, file = '']) => file)
  const runs = [...patch.matchAll(/^Run: npm run (\w+)(?: -- (.*))?$/gm)].map(([, verb = '', args = '']) =>
    script(verb, ...args.split(' ').filter(Boolean)),
  )
  return { code: touched.filter((file) => !generated.test(file)), runs }
}

/** Steps in execution order. @param long runs the full suite */
export function stepsOf(patch: string, { tests, named, generates = true }: Kind, long = false): readonly Step[] {
  const { runs } = readPatch(patch)
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

export type Copy = {
  restore(): void
  /** @throws if the patch does not apply */
  apply(patch: string): void
  run(step: Step): Promise<Pick<Done, 'ok' | 'output'>>
}

export type Answer = { readonly code: number } | { readonly refusedBy: string; readonly problem: string }

/** Stops at the first failed step. */
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

export const remembered = (project: string): string =>
  join(root, 'node_modules', '.cache', 'glasshouse', buildInfo(project))

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { binary, root, runNode } from './command.ts'
import { type Counts, countTests } from './count.ts'

export type TestAnswer = { readonly ok: boolean; readonly output: string; readonly counts?: Counts }

/** Running no file counts as a failure. @param files may end with options of vitest */
export async function runTests(name: string, files: readonly string[]): Promise<TestAnswer> {
  const report = join(root, 'test-results', `${name}.json`)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  rmSync(report, { force: true })
  const args = [binary('vitest'), 'run', ...files]
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { ok, output } = await runNode([...args, ...reporters], { env: { NO_COLOR: '1' } })
  try {
    return { ok, output, counts: countTests(report) }
  } catch {
    return { ok: false, output: `${output}\n${name}: no report was written\n` }
  }
}

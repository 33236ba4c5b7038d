import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestFolder = { readonly path: string; remove(): void }

/** The runner of tests ends its workers by SIGTERM, which alone would pass over whatever is to be done at the exit. */
const exitProperly = (): void => process.exit(143)

/** For tests: a folder of its own. Where nobody removes it, because a test ran out of time before it had it, it goes with its process. */
export function testFolder(prefix: string): TestFolder {
  const path = mkdtempSync(join(tmpdir(), prefix))
  const clear = (): void => rmSync(path, { recursive: true, force: true })
  if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', exitProperly)
  process.once('exit', clear)
  return {
    path,
    remove: () => {
      process.off('exit', clear)
      clear()
    },
  }
}

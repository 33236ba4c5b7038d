import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestFolder = { readonly path: string; remove(): void }

/** The test runner sends SIGTERM, which skips exit handlers. */
const exitProperly = (): void => process.exit(143)

/** Removed at process exit if a test does not remove it. */
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

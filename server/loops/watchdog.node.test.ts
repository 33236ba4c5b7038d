import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

function runWatched(code: string): Promise<NodeJS.Signals | number | null> {
  const file = new URL('./watchdog.ts', import.meta.url).href
  const text = `import { watchForStandstill } from ${JSON.stringify(file)}
    const watchdog = watchForStandstill(2_000)
    ${code}`
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-watchdog-'))
  writeFileSync(join(folder, 'watched.mjs'), text)
  const child = spawn(process.execPath, [join(folder, 'watched.mjs')], { stdio: 'ignore' })
  return new Promise((resolve) =>
    child.once('exit', (status, signal) => {
      rmSync(folder, { recursive: true })
      resolve(signal ?? status)
    }),
  )
}

it('a process that stands still is ended from beside, and one that only waits is not', async () => {
  const wait = 'await new Promise((resolve) => setTimeout(resolve, 5_000)); await watchdog.stop()'
  expect(await Promise.all([runWatched('for (;;) {}'), runWatched(wait)])).toEqual(['SIGKILL', 0])
})

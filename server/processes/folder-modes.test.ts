import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { takeDataFolder } from './run-file.ts'
import { createSupervisor } from './supervisor.ts'

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-modes-'))
afterAll(() => rmSync(folder, { recursive: true }))
const modeOf = (path: string): number => statSync(path).mode & 0o777

it.runIf(process.platform !== 'win32')(
  'keeps a data folder and its logs for their owner, also where both were there before',
  async () => {
    chmodSync(folder, 0o755)
    const log = join(folder, 'idle.log')
    writeFileSync(log, 'old\n', { mode: 0o644 })
    await takeDataFolder(folder)
    const childModule = new URL('../../kit/run-child.server.ts', import.meta.url).href
    const file = join(folder, 'idle.ts')
    writeFileSync(
      file,
      `import { runChild } from '${childModule}'\nawait runChild(async () => ({ stop: async () => {} }))`,
    )
    const supervisor = createSupervisor([{ name: 'idle', file }], { logDir: folder, say: () => {} })
    await supervisor.start()
    await supervisor.stop()
    expect(modeOf(folder).toString(8)).toBe('700')
    expect(modeOf(log).toString(8)).toBe('600')
  },
)

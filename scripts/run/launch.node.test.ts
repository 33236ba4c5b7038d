import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from './command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-launch-'))
  mkdirSync(join(folder, 'scripts'))
  for (const name of ['scripts/launch.mjs', 'package.json', 'package-lock.json'])
    copyFileSync(join(root, name), join(folder, name))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a command for a running product', () => {
  it.each(['server/ops.ts', 'scripts/dev-reset.ts'])('%s installs nothing where nothing was started', (script) => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/launch.mjs', script, 'help'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toContain('Run npm start first')
    expect(existsSync(join(folder, 'node_modules'))).toBe(false)
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-ops-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ops = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('../../ops.ts', import.meta.url)), ...args], {
    env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: folder, ...more },
    encoding: 'utf8',
  })

describe('the command line on a folder without a database', () => {
  it('says so and makes none', () => {
    const { status, stderr } = ops(['ledger', 'verify'])
    expect(status).toBe(1)
    expect(stderr).toBe(
      `There is no database in ${folder}. Set DATA_DIR or DATABASE_URL as they were at npm start, or start the product first.\n`,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('makes an operator’s key all the same, and nothing beside it', () => {
    const { status, stdout } = ops(['operator', 'key', 'ada', join(folder, 'ada.key')])
    expect(status).toBe(0)
    expect(stdout).toContain('its public half')
    expect(readdirSync(folder)).toEqual(['ada.key'])
  })

  it('names a misspelt setting without a stack', () => {
    const { status, stderr } = ops(['ledger', 'verify'], { DATABSE_URL: 'postgres://a:b@localhost/c' })
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^DATABSE_URL is not a setting. .* unset DATABSE_URL\.\n$/),
    ])
  })
})

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { takeDataFolder } from './run-file.ts'
import { refuseUnsafeStart } from './safe-start.ts'

describe('with real networks', () => {
  let folder: string
  let safe: Record<string, string>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'safe-start-'))
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    writeFileSync(join(folder, 'networks.json'), '[]')
    writeFileSync(join(folder, 'passphrase'), 'a passphrase nobody guesses\n', { mode: 0o600 })
    safe = {
      NETWORKS_FILE: join(folder, 'networks.json'),
      DATA_DIR: join(folder, 'data'),
      PASSPHRASE_FILE: join(folder, 'passphrase'),
      ORIGINS: 'https://app.example',
      HOST: '0.0.0.0',
      BEHIND_PROXY: '1',
      TRUSTED_PROXIES: '198.51.100.1',
      DATABASE_URL: 'postgres://app:secret@localhost/books',
    }
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const start = (change: Record<string, string> = {}) => refuseUnsafeStart(readConfig({ ...safe, ...change }))

  it('starts with its addresses named, TLS in front, the passphrase elsewhere and the data folder closed', () => {
    expect(start).not.toThrow()
    expect(() => start({ HOST: '127.0.0.1', BEHIND_PROXY: '0', TRUSTED_PROXIES: '' })).not.toThrow()
    expect(() => start({ HOST: '10.0.0.5', TRUSTED_PROXIES: '' })).not.toThrow()
    expect(() => start({ ORIGINS: 'https://app.example http://localhost:8080' })).not.toThrow()
    for (const DATABASE_URL of [
      'postgres://a:b@one.example,two.example:5433/c?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      'postgres://a:b@[::1]:5432/c',
      'postgres://a:b@%2Frun%2Fpostgresql/c',
    ])
      expect(() => start({ DATABASE_URL }), DATABASE_URL).not.toThrow()
  })

  it('needs the passphrase only where the signer runs', () => {
    const config = readConfig({ ...safe, PASSPHRASE_FILE: '' })
    expect(() => refuseUnsafeStart(config, false)).not.toThrow()
    expect(() => refuseUnsafeStart(readConfig({ ...safe, ORIGINS: '' }), false)).toThrow('ORIGINS is empty')
  })

  it.each([
    ['no address of its own', { ORIGINS: '' }, 'ORIGINS is empty'],
    [
      'an address without TLS',
      { ORIGINS: 'https://app.example, http://app.example' },
      'ORIGINS names http://app.example',
    ],
    ['a door without TLS', { BEHIND_PROXY: '0' }, 'HOST=0.0.0.0 can be reached without TLS'],
    ['a door past the proxy', { TRUSTED_PROXIES: '' }, 'HOST=0.0.0.0 can be reached past the proxy'],
    ['no database of its own', { DATABASE_URL: '' }, 'DATABASE_URL is not set'],
    ['a database over a plain line', { DATABASE_URL: 'postgres://a:b@db.example/c' }, 'DATABASE_URL names a server'],
    [
      'a second server of it that shows no name',
      { DATABASE_OWNER_URL: 'postgres://a:b@localhost,db.example/c?sslmode=require' },
      'DATABASE_OWNER_URL names a server',
    ],
    ['no passphrase file', { PASSPHRASE_FILE: '' }, 'PASSPHRASE_FILE is not named'],
  ] as const)('refuses %s', (_, change, why) => {
    expect(() => start(change)).toThrow(why)
  })

  it('refuses a passphrase beside the keystore, also by another way there, and one that others can read', () => {
    const inside = join(folder, 'data', 'signer', 'passphrase')
    mkdirSync(join(folder, 'data', 'signer'), { mode: 0o700 })
    writeFileSync(inside, 'a passphrase nobody guesses', { mode: 0o600 })
    symlinkSync(inside, join(folder, 'link'))
    for (const PASSPHRASE_FILE of [inside, join(folder, 'link')])
      expect(() => start({ PASSPHRASE_FILE })).toThrow('inside DATA_DIR, beside the keystore')
    chmodSync(join(folder, 'passphrase'), 0o644)
    expect(start).toThrow('can be read by others')
  })

  it('refuses a data folder that is open to others, and makes one that is not', async () => {
    chmodSync(join(folder, 'data'), 0o755)
    expect(start).toThrow(`${join(folder, 'data')} is open to others`)
    await takeDataFolder(join(folder, 'new', 'data'))
    expect(statSync(join(folder, 'new', 'data')).mode & 0o777).toBe(0o700)
  })

  it('says all that is wrong at once, and the program ends with it before anything is written', () => {
    const env = {
      ...process.env,
      ...safe,
      ORIGINS: '',
      BEHIND_PROXY: '0',
      PASSPHRASE_FILE: '',
      DATA_DIR: join(folder, 'none'),
    }
    const file = fileURLToPath(new URL('./main.ts', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [file], { env, encoding: 'utf8', timeout: 60_000 })
    expect(status).toBe(1)
    expect(stderr.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(3)
    expect(() => statSync(join(folder, 'none'))).toThrow()
  })

  it('asks a demo for nothing of it', () => {
    expect(() => refuseUnsafeStart(readConfig({ HOST: '0.0.0.0', DATA_DIR: join(folder, 'data') }))).not.toThrow()
  })
})

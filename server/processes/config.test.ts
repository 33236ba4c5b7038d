import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/somewhere')).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: '/somewhere/data',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      walArchive: undefined,
      demo: true,
      demoWorld: true,
      demoBlockMs: 1_000,
      networksFile: undefined,
      passphraseFile: undefined,
      behindProxy: false,
      trustedProxies: [],
      origins: [],
      smtp: undefined,
      pushHosts: [],
      breachedPasswordsFile: undefined,
      logLevel: 'info',
    })
  })

  it('takes what the environment says, and an empty variable as not set', () => {
    const config = readConfig(
      { PORT: '9001', DATA_DIR: '/elsewhere', DEMO: 'off', LOG_LEVEL: '', HOST: ' ', ORIGINS: 'https://a.example' },
      '/x',
    )
    expect(config).toMatchObject({ port: 9001, dataDir: '/elsewhere', demo: false, logLevel: 'info' })
    expect(config.origins).toEqual(['https://a.example'])
    expect(config.host).toBe('127.0.0.1')
  })

  it('names the variable that is wrong', () => {
    for (const [name, value] of [
      ['PORT', '0'],
      ['PORT', '65536'],
      ['PORT', '80a'],
      ['DEMO', 'maybe'],
      ['LOG_LEVEL', 'loud'],
      ['SMTP_URL', 'https://mail.example'],
      ['PUSH_HOSTS', 'https://push.example'],
      ['DATABASE_URL', 'mysql://x'],
      ['ORIGINS', 'https://a.example/path'],
      ['TRUSTED_PROXIES', 'proxy.example'],
    ] as const)
      expect(() => readConfig({ [name]: value }), `${name}=${value}`).toThrow(new RegExp(`^${name}=`))
  })

  it('begins a demo with its world unless told otherwise, or on a server', () => {
    expect(readConfig({ DEMO_WORLD: '0' }).demoWorld).toBe(false)
    expect(readConfig({ DEMO_BLOCK_MS: '20' }).demoBlockMs).toBe(20)
    for (const wrong of ['19', '60001', '1e3', '-50'])
      expect(() => readConfig({ DEMO_BLOCK_MS: wrong })).toThrow(/^DEMO_BLOCK_MS=/)
    expect(readConfig({ DATABASE_URL: 'postgresql://me:secret@one:5432/db' }).demoWorld).toBe(false)
    expect(readConfig({ DEMO: '0' }).demoWorld).toBe(false)
    expect(() => readConfig({ DEMO_WORLD: 'maybe' })).toThrow(/^DEMO_WORLD=/)
  })

  it('switches the demo off where real chains are named, and refuses both', () => {
    const file = fileURLToPath(import.meta.url)
    expect(readConfig({ NETWORKS_FILE: file })).toMatchObject({ networksFile: file, demo: false })
    expect(() => readConfig({ NETWORKS_FILE: file, DEMO: '1' })).toThrow(/^DEMO=1/)
    expect(() => readConfig({ PASSPHRASE_FILE: './nowhere' })).toThrow(/^PASSPHRASE_FILE=/)
  })

  it('takes several servers of one database', () => {
    const databaseUrl = 'postgresql://me:secret@one:5432,two:5433/db'
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
  })

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATABASE-URL', 'DATABASE_URL'],
    ['DATABASE_OWNR_URL', 'DATABASE_OWNER_URL'],
    ['NETWORK_FILE', 'NETWORKS_FILE'],
    ['NETWROKS_FILE', 'NETWORKS_FILE'],
    ['DATADIR', 'DATA_DIR'],
    ['DATA_DRI', 'DATA_DIR'],
    ['ORIGIN', 'ORIGINS'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['PASSPHRASEFILE', 'PASSPHRASE_FILE'],
    ['BEHIND_A_PROXY', 'BEHIND_PROXY'],
    ['TRUSTED_PROXIS', 'TRUSTED_PROXIES'],
    ['Port', 'PORT'],
  ])('refuses %s as a misspelt name of %s', (name, meant) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(`${name} is not a setting. Did you mean ${meant}?`)
  })

  it('takes other variables for what they are, and a name that resembles a setting once that setting is there', () => {
    const others = [
      'HOME',
      'HOSTNAME',
      'POST',
      'PATH',
      'PGHOST',
      'TEST_DATABASE_URL',
      'npm_config_loglevel',
      'TERM',
      'LANG',
    ]
    expect(() => readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toThrow()
    expect(readConfig({ ORIGIN: 'x', ORIGINS: '' }).origins).toEqual([])
  })

  it('never repeats a database address, which may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(/^(?!.*secret)/)
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serverUrls } from '#engine/postgres-db.store.ts'
import type { Address } from '#kit/monitor/monitor.server.ts'
import { isNetwork } from '../limits/proxies.ts'
import { misspelt } from './misspelt.ts'
import type { VariableName } from './variables.ts'

export type Config = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** The table owner's connection, if DATABASE_URL names another role. */
  readonly databaseOwnerUrl: string | undefined
  readonly walArchive: string | undefined
  readonly demo: boolean
  readonly demoWorld: boolean
  /** Milliseconds per block while a user waits for it. */
  readonly demoBlockMs: number
  readonly networksFile: string | undefined
  readonly passphraseFile: string | undefined
  /** True if a proxy terminates TLS and states the caller's address. */
  readonly behindProxy: boolean
  readonly trustedProxies: readonly string[]
  /** Extra app origins. With real networks they are the only ones allowed. */
  readonly origins: readonly string[]
  readonly smtp: { readonly url: string; readonly from: string } | undefined
  /** Push hosts allowed in addition to browser push services, as host:port. */
  readonly pushHosts: readonly string[]
  /** Digests of breached passwords, which are refused. */
  readonly breachedPasswordsFile: string | undefined
  readonly logLevel: LogLevel
  /** Of the supervisor. Its parts use the next ports. */
  readonly monitor: Address | undefined
}

const monitored = ['main', 'signer', 'api', 'days', 'worker', 'dev-chain', 'postgres'] as const

export const monitorOf = (
  { monitor }: Pick<Config, 'monitor'>,
  part: (typeof monitored)[number],
): Address | undefined => monitor && { ...monitor, port: monitor.port + monitored.indexOf(part) }

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export const logFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'log')

/** The message names the variable and its fix. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

const unusable = (name: string, value: string, takes: string): ConfigError =>
  new ConfigError(`${name}=${value} cannot be used: it takes ${takes}.`)

/** Reports a misspelled setting, because ignoring it could open another database. */
const unknown = (name: string, meant: string): ConfigError =>
  new ConfigError(
    `${name} is not a setting. Did you mean ${meant}? If not, set ${meant} explicitly (it may be empty) or unset ${name}.`,
  )

type Environment = Readonly<Record<string, string | undefined>>

/** @throws ConfigError for the first invalid or misspelled variable */
export function readConfig(environment: Environment, folder: string = process.cwd()): Config {
  const wrong = misspelt(environment)
  if (wrong) throw unknown(wrong.name, wrong.meant)
  const value = (name: VariableName): string | undefined => environment[name]?.trim() || undefined
  const file = (name: VariableName): string | undefined => {
    const path = value(name)
    if (path === undefined) return undefined
    if (!existsSync(resolve(folder, path))) throw unusable(name, path, 'the path of a file that exists')
    return resolve(folder, path)
  }
  const secret = (name: 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'SMTP_URL'): string | undefined => {
    const path = file(`${name}_FILE`)
    if (path === undefined) return value(name)
    if (value(name) !== undefined) throw unusable(`${name}_FILE`, path, `no path while ${name} is set too`)
    return readFileSync(path, 'utf8').trim() || undefined
  }
  const networksFile = file('NETWORKS_FILE')
  const demo = switchOf('DEMO', value('DEMO'), networksFile === undefined)
  if (demo && networksFile !== undefined)
    throw unusable('DEMO', '1', '0 beside NETWORKS_FILE: a clock that can be moved has no place on real chains')
  const databaseUrl = databaseUrlOf('DATABASE_URL', secret('DATABASE_URL'))
  return {
    port: portOf('PORT', value('PORT')) ?? 8080,
    host: value('HOST') ?? '127.0.0.1',
    dataDir: resolve(folder, value('DATA_DIR') ?? 'data'),
    databaseUrl,
    databaseOwnerUrl: databaseUrlOf('DATABASE_OWNER_URL', secret('DATABASE_OWNER_URL')),
    walArchive: walArchiveOf(value('WAL_ARCHIVE'), databaseUrl, folder),
    demo,
    demoWorld: demo && databaseUrl === undefined && switchOf('DEMO_WORLD', value('DEMO_WORLD'), true),
    demoBlockMs: blockMsOf(value('DEMO_BLOCK_MS')),
    networksFile,
    passphraseFile: file('PASSPHRASE_FILE'),
    behindProxy: switchOf('BEHIND_PROXY', value('BEHIND_PROXY'), false),
    trustedProxies: networksOf(value('TRUSTED_PROXIES')),
    origins: originsOf(value('ORIGINS')),
    smtp: smtpOf(secret('SMTP_URL'), value('MAIL_FROM')),
    pushHosts: pushHostsOf(value('PUSH_HOSTS')),
    breachedPasswordsFile: file('BREACHED_PASSWORDS_FILE'),
    logLevel: choiceOf('LOG_LEVEL', value('LOG_LEVEL'), logLevels, 'info'),
    monitor: monitorAt(value('MONITOR_HOST'), portOf('MONITOR_PORT', value('MONITOR_PORT'))),
  }
}

function portOf(name: VariableName, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port >= 1 && port <= 65_535)) throw unusable(name, text, 'a number from 1 to 65535')
  return port
}

function monitorAt(host: string | undefined, port: number | undefined): Address | undefined {
  if (port === undefined && host !== undefined) throw unusable('MONITOR_HOST', host, 'effect only beside MONITOR_PORT')
  if (port !== undefined && port + monitored.length > 65_536)
    throw unusable('MONITOR_PORT', `${port}`, `a number up to ${65_536 - monitored.length}`)
  return port === undefined ? undefined : { host: host ?? '127.0.0.1', port }
}

function blockMsOf(text: string | undefined): number {
  if (text === undefined) return 1_000
  const ms = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(ms >= 20 && ms <= 60_000)) throw unusable('DEMO_BLOCK_MS', text, 'a number from 20 to 60000')
  return ms
}

function databaseUrlOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    serverUrls(text)
  } catch {
    throw unusable(name, '…', 'an address like postgresql://user:password@host:5432/name')
  }
  return text
}

function walArchiveOf(path: string | undefined, databaseUrl: string | undefined, folder: string): string | undefined {
  if (path === undefined) return undefined
  if (databaseUrl !== undefined)
    throw unusable('WAL_ARCHIVE', path, 'no value beside DATABASE_URL: your own server archives its WAL itself')
  return resolve(folder, path)
}

function smtpOf(url: string | undefined, from: string | undefined): Config['smtp'] {
  if (url === undefined) return undefined
  const read = URL.parse(url)
  // The value may contain a password.
  if (!read?.hostname || !['smtp:', 'smtps:'].includes(read.protocol))
    throw unusable('SMTP_URL', '…', 'an address like smtps://user:password@mail.example:465')
  if (from === undefined || !/^(?:[^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/.test(from))
    throw unusable('MAIL_FROM', from ?? '', 'who mails come from, like Glasshouse <no-reply@mail.example>')
  return { url, from }
}

function networksOf(text: string | undefined): string[] {
  const networks = text?.split(/[\s,]+/).filter(Boolean) ?? []
  for (const network of networks)
    if (!isNetwork(network))
      throw unusable(
        'TRUSTED_PROXIES',
        network,
        'addresses and networks like 10.0.0.7 or 10.0.0.0/24, with commas between',
      )
  return networks
}

function originsOf(text: string | undefined): string[] {
  const origins = text?.split(/[\s,]+/).filter(Boolean) ?? []
  for (const origin of origins)
    if (URL.parse(origin)?.origin !== origin)
      throw unusable('ORIGINS', origin, 'origins like https://app.example, with commas between')
  return origins
}

function pushHostsOf(text: string | undefined): string[] {
  const hosts = text?.split(/[\s,]+/).filter(Boolean) ?? []
  for (const host of hosts)
    if (URL.parse(`https://${host}`)?.host !== host)
      throw unusable('PUSH_HOSTS', host, 'hosts like push.example:8443, with commas between')
  return hosts
}

function switchOf(name: string, text: string | undefined, preset: boolean): boolean {
  if (text === undefined) return preset
  if (['1', 'true', 'on', 'yes'].includes(text)) return true
  if (['0', 'false', 'off', 'no'].includes(text)) return false
  throw unusable(name, text, '1 or 0')
}

function choiceOf<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
  preset: Choice,
): Choice {
  if (text === undefined) return preset
  const choice = choices.find((each) => each === text)
  if (!choice) throw unusable(name, text, choices.join(', '))
  return choice
}

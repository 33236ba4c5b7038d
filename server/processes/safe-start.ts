import { existsSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { mayChangeTables, mayMakeStandIns } from '#engine/db-role.store.ts'
import { hasPrivateLine } from '#engine/postgres-db.store.ts'
import { isOwnMachine } from '#kit/own-machine.ts'
import type { Db } from '#kit/store/db.ts'
import { hasRealNetworks } from '#outside/chains/network.store.ts'
import { isOwnNetwork } from '../limits/proxies.ts'
import type { Config } from './config.ts'

export type StartFacts = {
  readonly open: readonly string[]

  readonly withSigner?: boolean
  readonly passphrase?: { readonly isBesideKeystore: boolean; readonly isOpen: boolean }
}

/** True for HTTPS, and for HTTP on this machine. */
function isSafeOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isOwnMachine(url.hostname))
}

function passphraseReasons({ passphraseFile }: Config, passphrase: StartFacts['passphrase']): readonly string[] {
  if (passphraseFile === undefined || !passphrase)
    return [
      'PASSPHRASE_FILE is not named: the passphrase would lie beside the keystore it opens. Put it on another disk or in a secret store.',
    ]
  return [
    ...(passphrase.isBesideKeystore
      ? [
          `PASSPHRASE_FILE=${passphraseFile} is inside DATA_DIR, beside the keystore it opens: move it to another disk or a secret store.`,
        ]
      : []),
    ...(passphrase.isOpen ? [`PASSPHRASE_FILE=${passphraseFile} can be read by others: chmod 600 it.`] : []),
  ]
}

/** Reasons why this configuration is unsafe with real networks, each as an actionable sentence. Empty in a demo. */
export function unsafeReasons(config: Config, { open, passphrase, withSigner = true }: StartFacts): readonly string[] {
  if (config.networksFile === undefined) return []
  const { origins, host, behindProxy, trustedProxies, databaseUrl, databaseOwnerUrl } = config
  const reasons: string[] = []
  if (origins.length === 0)
    reasons.push(
      'ORIGINS is empty: name every address the app is served from, like https://app.example; no other is answered.',
    )
  for (const origin of origins.filter((each) => !isSafeOrigin(each)))
    reasons.push(`ORIGINS names ${origin}: customers reach it without TLS. Name https:// addresses.`)
  if (!behindProxy && !isOwnMachine(host))
    reasons.push(
      `HOST=${host} can be reached without TLS: put a proxy that ends TLS in front and say BEHIND_PROXY=1, or leave HOST at 127.0.0.1.`,
    )
  if (behindProxy && trustedProxies.length === 0 && !isOwnNetwork(host))
    reasons.push(
      `HOST=${host} can be reached past the proxy, by callers who name an address of their own: name the proxy in TRUSTED_PROXIES, or let HOST be an address that only the proxy reaches.`,
    )
  if (withSigner) reasons.push(...passphraseReasons(config, passphrase))
  if (databaseUrl === undefined)
    reasons.push(
      "DATABASE_URL is not set: the data folder's own PostgreSQL is for the demo. Name a server with standbys and backups.",
    )
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: databaseOwnerUrl }))
    if (url !== undefined && !hasPrivateLine(url))
      reasons.push(
        `${name} names a server elsewhere without TLS that checks who it is: add ?sslmode=verify-full, and &sslrootcert=<file> where your own authority signed its certificate.`,
      )
  for (const path of open) reasons.push(`${path} is open to others on this machine: chmod go-rwx it.`)
  return reasons
}

/** Windows lacks these permission bits. */
const isOpen = (path: string): boolean =>
  process.platform !== 'win32' && existsSync(path) && (statSync(path).mode & 0o077) !== 0

/** Resolves symbolic links. */
function isInside(path: string, folder: string): boolean {
  const way = relative(existsSync(folder) ? realpathSync(folder) : folder, realpathSync(path))
  return !way.startsWith('..') && !isAbsolute(way)
}

function readFacts({ dataDir, passphraseFile }: Config): StartFacts {
  const open = ['', 'signer', 'server-secret'].map((name) => join(dataDir, name)).filter(isOpen)
  if (passphraseFile === undefined) return { open }
  // A pipe has no path or mode to check.
  const isFile = statSync(passphraseFile).isFile()
  const isBesideKeystore = isFile && isInside(passphraseFile, dataDir)
  return { open, passphrase: { isBesideKeystore, isOpen: isFile && isOpen(passphraseFile) } }
}

/** @throws with all problems, one per line, if real networks run on an unsafe configuration */
export function refuseUnsafeStart(config: Config, withSigner = true): void {
  if (config.networksFile === undefined) return
  const reasons = unsafeReasons(config, { ...readFacts(config), withSigner })
  if (reasons.length > 0)
    throw new Error(
      `With real networks (NETWORKS_FILE) this does not start:\n${reasons.map((each) => `- ${each}`).join('\n')}`,
    )
}

/** Prevents a demo from adding its networks, prices and clock to a database with real coins. @throws with an actionable message */
export async function refuseDemo({ demo }: Pick<Config, 'demo'>, db: Db): Promise<void> {
  if (demo && (await hasRealNetworks(db)))
    throw new Error(
      'This database has real networks: as a demo nothing starts on it. Name them with NETWORKS_FILE, or say DEMO=0.',
    )
}

/** With real networks, the database role must have no ownership rights. @throws if the role could change the ledger or bypass its rules */
export async function refuseOwner(config: Pick<Config, 'networksFile'>, db: Db): Promise<void> {
  if (config.networksFile === undefined) return
  if (await mayChangeTables(db))
    throw new Error(
      'With real networks (NETWORKS_FILE) this does not start: whoever DATABASE_URL signs in as may change the books past their functions. ' +
        "Let the product sign in as somebody who owns nothing (CREATE ROLE app LOGIN PASSWORD '…' IN ROLE glasshouse), and name the owner in DATABASE_OWNER_URL.",
    )
  if (await mayMakeStandIns(db))
    throw new Error(
      'With real networks (NETWORKS_FILE) this does not start: whoever DATABASE_URL signs in as may make temporary tables, which are found before ours. ' +
        'Say as the owner of the database: REVOKE TEMPORARY ON DATABASE … FROM PUBLIC.',
    )
}

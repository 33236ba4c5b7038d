import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The data folder's default server: files in `postgres`, credentials in `postgres-login.json`. Has an owner, and a product role that owns
 * nothing.
 */
export type Login = {
  /** Absent: the server uses a socket in its folder. */
  readonly host?: string
  readonly port: number
  readonly database: string
  readonly owner: Credentials
  readonly product: Credentials
}
type Credentials = { readonly user: string; readonly password: string }

export const postgresFiles = (dataDir: string): string => join(dataDir, 'postgres')
/** Incomplete files, left by a killed start. */
export const draftFiles = (dataDir: string): string => `${postgresFiles(dataDir)}.new`
export const loginPath = (dataDir: string): string => join(dataDir, 'postgres-login.json')
export const hasOwnDatabase = (dataDir: string): boolean =>
  existsSync(loginPath(dataDir)) && !existsSync(draftFiles(dataDir))

export function readLogin(dataDir: string): Login {
  if (!hasOwnDatabase(dataDir))
    throw new Error(
      `There is no database in ${dataDir}. Start the product first, or set DATA_DIR or DATABASE_URL as they were at npm start.`,
    )
  return JSON.parse(readFileSync(loginPath(dataDir), 'utf8')) as Login
}

export function writeLogin(dataDir: string, login: Login): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = loginPath(dataDir)
  writeFileSync(`${path}.new`, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export type OwnUrls = { readonly product: string; readonly owner: string }
export const ownUrls = (dataDir: string, login = readLogin(dataDir)): OwnUrls => urlsAt(postgresFiles(dataDir), login)

export function urlsAt(files: string, { host, port, database, owner, product }: Login): OwnUrls {
  const place = `${encodeURIComponent(host ?? realpathSync(files))}:${port}/${database}`
  const urlOf = ({ user, password }: Credentials) => `postgresql://${user}:${password}@${place}`
  return { product: urlOf(product), owner: urlOf(owner) }
}

/** The password is in `postgres-login.json`. */
export function psqlCommand(dataDir: string): string {
  const { host, port, database, owner } = readLogin(dataDir)
  return `psql -h ${host ?? realpathSync(postgresFiles(dataDir))} -p ${port} -U ${owner.user} ${database}`
}
export function refuseOlderFolder(dataDir: string): void {
  if (hasOwnDatabase(dataDir) || !existsSync(join(dataDir, 'db', 'PG_VERSION'))) return
  throw new Error(
    `${dataDir} holds a database of an earlier version, which this one cannot read. Start a new one with DATA_DIR=<another folder>, or remove this one with: npm run dev:reset -- --yes`,
  )
}

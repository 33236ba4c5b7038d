import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The PostgreSQL server of a data folder, for a product that names no server of its own: its files are in `postgres`, and
 * `postgres-login.json` says how to sign in. Like any other server it has an owner, and a role for the product that owns nothing.
 */
export type Login = {
  /** Where it listens; absent: on a socket file in its folder. */
  readonly host?: string
  readonly port: number
  readonly database: string
  readonly owner: Credentials
  readonly product: Credentials
}
type Credentials = { readonly user: string; readonly password: string }

/** The folder with the files of the server. */
export const postgresFiles = (dataDir: string): string => join(dataDir, 'postgres')
/** The same while its database is made; a start that was killed leaves it. */
export const draftFiles = (dataDir: string): string => `${postgresFiles(dataDir)}.new`
/** The file with the passwords. */
export const loginPath = (dataDir: string): string => join(dataDir, 'postgres-login.json')

/** Whether a data folder has a database, and none is being made in it. */
export const hasOwnDatabase = (dataDir: string): boolean =>
  existsSync(loginPath(dataDir)) && !existsSync(draftFiles(dataDir))

/** How to sign in to the database of a data folder. @throws where there is none */
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

/** The addresses of the database of a data folder, for the product and for the owner of its tables. @throws where there is none */
export const ownUrls = (dataDir: string, login = readLogin(dataDir)): OwnUrls => urlsAt(postgresFiles(dataDir), login)

/** The same for a server whose files are in a folder. */
export function urlsAt(files: string, { host, port, database, owner, product }: Login): OwnUrls {
  const place = `${encodeURIComponent(host ?? realpathSync(files))}:${port}/${database}`
  const urlOf = ({ user, password }: Credentials) => `postgresql://${user}:${password}@${place}`
  return { product: urlOf(product), owner: urlOf(owner) }
}

/** What a person types to look into the database of a data folder with psql. The password is in `postgres-login.json`. */
export function psqlCommand(dataDir: string): string {
  const { host, port, database, owner } = readLogin(dataDir)
  return `psql -h ${host ?? realpathSync(postgresFiles(dataDir))} -p ${port} -U ${owner.user} ${database}`
}

/** A data folder of a version that kept its database in another form. @throws in words for whoever started the product */
export function refuseOlderFolder(dataDir: string): void {
  if (hasOwnDatabase(dataDir) || !existsSync(join(dataDir, 'db', 'PG_VERSION'))) return
  throw new Error(
    `${dataDir} holds a database of an earlier version, which this one cannot read. Start a new one with DATA_DIR=<another folder>, or remove this one with: npm run dev:reset -- --yes`,
  )
}

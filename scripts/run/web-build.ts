import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Done, root, runNode } from './command.ts'

const dist = join(root, 'dist', 'web')
const turnPath = join(root, 'dist', 'building.pid')
const stampPath = join(root, 'dist', 'web.stamp')

/** What the web app is made of. A file too many only means a build too many. */
const sources = [
  'web',
  'ui',
  'features',
  'products',
  'custody',
  'market',
  'days',
  'team',
  'proofs',
  'docs/proof',
  'otc',
  'ledger',
  'identity',
  'chat',
  'kit',
  'locales',
  'scripts/build.ts',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
]
const counts = (path: string): boolean =>
  /\.(tsx?|m?js|css|html|po|svg|png|woff2|json|webmanifest)$/.test(path) &&
  !/\.(test|store|server|api|job)\.tsx?$/.test(path)

function filesUnder(path: string): string[] {
  const found = readdirSync(path, { withFileTypes: true, recursive: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A digest of every source of the web app, the same on every machine. */
function stamp(): string {
  const hash = createHash('sha256')
  const paths = sources
    .map((source) => join(root, source))
    .filter(existsSync)
    .flatMap((path) => (/\.\w+$/.test(path) ? [path] : filesUnder(path)))
    .filter(counts)
    .sort()
  for (const path of paths)
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0')
  return hash.digest('hex')
}

/** Builds the web app and remembers what it was built from. With `anySize`, a budget that is not kept is said and does not fail. */
export async function buildWeb({ anySize = false } = {}): Promise<Done> {
  const release = await takeTurn()
  try {
    const from = stamp()
    // A product started by tests builds what people get, not React as its developers want it.
    const env = { NODE_ENV: 'production' }
    const done = await runNode(['scripts/build.ts', ...(anySize ? ['--any-size'] : [])], { env })
    if (done.ok) writeFileSync(stampPath, from)
    return done
  } finally {
    release()
  }
}

/** Builds it where it is missing or older than its sources. @returns undefined where there was nothing to do. */
export async function buildWebIfStale(): Promise<Done | undefined> {
  if (isWebBuilt()) return undefined
  // Two products started at once: the second waits here and finds the work done.
  const release = await takeTurn()
  release()
  return isWebBuilt() ? undefined : buildWeb({ anySize: true })
}

/** Waits until nobody else builds. The turn of a process that is gone is over. */
async function takeTurn(): Promise<() => void> {
  mkdirSync(join(root, 'dist'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(turnPath, `${process.pid}`, { flag: 'wx' })
      return () => rmSync(turnPath, { force: true })
    } catch {
      if (!isAlive(holder())) rmSync(turnPath, { force: true })
      await wait(100)
    }
  }
}

/** Whose turn it is; undefined while it is being written or given back. */
function holder(): number | undefined {
  try {
    return Number(readFileSync(turnPath, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return true
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether there is a web app, built from the sources as they are now. */
export const isWebBuilt = (): boolean =>
  existsSync(join(dist, 'index.html')) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp()

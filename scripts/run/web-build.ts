import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Done, root, runNode } from './command.ts'

const dist = join(root, 'dist', 'web')
const turnPath = join(root, 'dist', 'building.pid')
const stampPath = join(root, 'dist', 'web.stamp')

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
  'scripts/build',
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

/** Digest of the sources, identical on every machine. */
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

/** With `anySize`, an exceeded budget is only reported. */
export async function buildWeb({ anySize = false } = {}): Promise<Done> {
  const release = await takeTurn()
  try {
    const from = stamp()
    // Tests also need React's production build.
    const env = { NODE_ENV: 'production' }
    const done = await runNode(['scripts/build.ts', ...(anySize ? ['--any-size'] : [])], { env })
    if (done.ok) writeFileSync(stampPath, from)
    return done
  } finally {
    release()
  }
}

/** @returns undefined if the build is current. */
export async function buildWebIfStale(): Promise<Done | undefined> {
  if (isWebBuilt()) return undefined
  // A second process waits here and finds the build done.
  const release = await takeTurn()
  release()
  return isWebBuilt() ? undefined : buildWeb({ anySize: true })
}

/** Takes over locks of dead processes. */
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

/** Undefined while the lock is written or released. */
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

export const isWebBuilt = (): boolean =>
  existsSync(join(dist, 'index.html')) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp()

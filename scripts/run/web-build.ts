import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Done, root, runNode } from './command.ts'

const dist = join(root, 'dist', 'web')
const stampPath = join(root, 'dist', 'web.stamp')

/** What the web app is made of. A file too many only means a build too many. */
const sources = [
  'web',
  'ui',
  'features',
  'identity',
  'kit',
  'locales',
  'scripts/build.ts',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
]
const counts = (path: string): boolean =>
  /\.(tsx?|css|html|po|svg|png|woff2|json|webmanifest)$/.test(path) && !/\.(test|store|api|job)\.tsx?$/.test(path)

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
  const from = stamp()
  const done = await runNode(['scripts/build.ts', ...(anySize ? ['--any-size'] : [])])
  if (done.ok) writeFileSync(stampPath, from)
  return done
}

/** Whether there is a web app, built from the sources as they are now. */
export const isWebBuilt = (): boolean =>
  existsSync(join(dist, 'index.html')) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp()

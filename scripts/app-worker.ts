import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inlineScriptHashes } from '#server/inline-scripts.ts'

/** What web/app-worker.js knows of a build. */
export type AppFacts = {
  /** The digest of the page as it was built. */
  readonly page: string
  /** What a policy must name for the page to run: the CSP hashes of the scripts inside it. */
  readonly scripts: readonly string[]
  /** The digest of every file the app may ask for beside texts, by its path. */
  readonly files: Readonly<Record<string, string>>
  /** Paths of what the app begins with. */
  readonly first: readonly string[]
  /** The folder of texts, whose name changes with any of them: four hundred digests fewer to fetch. */
  readonly texts: string
}

/** Scripts, styles and fonts. */
const kept = /\.(?:js|css|woff2|wasm)$/

const digestOf = (bytes: Uint8Array): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/**
 * The files of a built app whose names change with what is in them.
 * @param needed paths of what it begins with beside the files the page itself names
 */
export function appFacts(out: string, texts: string, needed: readonly string[] = []): AppFacts {
  const page = readFileSync(join(out, 'index.html'))
  const paths = readdirSync(join(out, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && kept.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(out.length).replaceAll('\\', '/'))
    .sort()
  return {
    page: digestOf(page),
    scripts: inlineScriptHashes(page.toString()),
    files: Object.fromEntries(paths.map((path) => [path, digestOf(readFileSync(join(out, path)))])),
    texts,
    first: paths.filter((path) => needed.includes(path) || page.includes(`="${path}"`)),
  }
}

/** web/app-worker.js with its facts. It changes with any file of the app: that is how a browser knows of a new one. */
export const appWorker = (facts: AppFacts): string =>
  readFileSync(new URL('../web/app-worker.js', import.meta.url), 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s*\/\*\*.*\*\/\n/gm, '')
    .replace('(APP)', () => `(${JSON.stringify(facts)})`)

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inlineScriptHashes } from '#server/files/inline-scripts.ts'

export type AppFacts = {
  readonly page: string
  /** CSP hashes of the page's inline scripts. */
  readonly scripts: readonly string[]
  /** Digests by path, without texts. */
  readonly files: Readonly<Record<string, string>>
  readonly first: readonly string[]
  /** Folder of all texts. Its name changes with any text, so texts need no digests. */
  readonly texts: string
}

const kept = /\.(?:js|css|woff2|wasm)$/

const digestOf = (bytes: Uint8Array): string => `sha256-${createHash('sha256').update(bytes).digest('base64')}`

/** Lists only files whose names contain a content hash. @param needed initial paths missing from the page */
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

/** The worker's text changes with any file of the app, so browsers detect a new version. */
export const appWorker = (facts: AppFacts): string =>
  readFileSync(new URL('../../web/app-worker.js', import.meta.url), 'utf8')
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/^\s*\/\*\*.*\*\/\n/gm, '')
    .replace('(APP)', () => `(${JSON.stringify(facts)})`)

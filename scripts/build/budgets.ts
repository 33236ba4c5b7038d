/** Measures downloads from Vite's manifest and fails above the limits of DESIGN.md 6.3. npm run build, or node scripts/budgets.ts. */
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { textFiles } from './text-files.ts'

export type Chunk = {
  readonly file: string
  readonly name?: string
  readonly isDynamicEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}
export type BudgetRow = { readonly what: string; readonly kib: number; readonly limit: number }

const root = new URL('../../dist/web/', import.meta.url)
const limits = { entry: 88.8, css: 11.2, page: 14.1, route: 10, texts: 5.5 }
/** KiB, loaded when the first error appears. */
const refusalTexts = 7.5
/** In KiB. Other chunks count for every screen that needs them. */
const shared: Readonly<Record<string, number>> = {
  parts: 54,
  invest: 9.5,
  forms: 9,
  proof: 3.5,
  // Verifies reserve statements and queries nodes.
  reserves: 7,
  'own-proof': 4,
  otc: 6,
  chat: 8,
  words: 5,
  // Includes recovery from lost responses.
  purchase: 4,
  lines: 2,
  wallets: 3,
  results: 2,
  records: 3,
  trade: 2.5,
  'identity-key': 4,
  'signed-text': 10,
  'word-list': 8,
  'stretch-password': 12,
  'x-auth': 1,
  // Fallback for browsers without a QR detector.
  decode: 16,
  'draw-candles': 56,
}

const read = (path: string): Buffer => readFileSync(new URL(path, root))
const kib = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 1024

/** Includes all dependencies. */
export function closureOf(manifest: Record<string, Chunk>, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const next of chunk.imports ?? []) closureOf(manifest, next, found)
  return found
}

function alreadyThere(
  manifest: Record<string, Chunk>,
  key: string,
  entryFiles: ReadonlySet<string>,
): ReadonlySet<string> {
  const askers = Object.entries(manifest).filter(([, { dynamicImports }]) => dynamicImports?.includes(key))
  if (askers.length === 0 || askers.some(([, { file }]) => entryFiles.has(file))) return entryFiles
  const [first, ...others] = askers.map(([asker]) => closureOf(manifest, asker))
  return new Set([...entryFiles, ...[...(first ?? [])].filter((file) => others.every((files) => files.has(file)))])
}

export function measure(): BudgetRow[] {
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>
  const chunks = Object.entries(manifest)
  // The manifest does not mark entries that contain only imports.
  const page = read('index.html').toString()
  const entryFiles = new Set<string>()
  for (const [key, chunk] of chunks)
    if (chunk.file.endsWith('.js') && page.includes(`="/${chunk.file}"`)) closureOf(manifest, key, entryFiles)
  if (entryFiles.size === 0) throw new Error('the page starts no script')
  const sharedFiles = new Map(
    chunks.flatMap(([, chunk]) =>
      chunk.name !== undefined && chunk.name in shared && !entryFiles.has(chunk.file) ? [[chunk.file, chunk.name]] : [],
    ),
  )
  const css = new Set(
    chunks.flatMap(([, chunk]) => [...(chunk.css ?? []), ...(chunk.file.endsWith('.css') ? [chunk.file] : [])]),
  )
  const rows: BudgetRow[] = [
    { what: 'entry', kib: kib(entryFiles), limit: limits.entry },
    { what: 'css, all', kib: kib(css), limit: limits.css },
    { what: 'page with shells and style, br', kib: brotliCompressSync(page).length / 1024, limit: limits.page },
  ]
  for (const [file, name] of sharedFiles)
    rows.push({ what: `shared ${name}`, kib: kib([file]), limit: shared[name] ?? 0 })
  for (const [key, chunk] of chunks) {
    if (!chunk.isDynamicEntry || sharedFiles.has(chunk.file)) continue
    const there = alreadyThere(manifest, key, entryFiles)
    const own = [...closureOf(manifest, key)].filter((file) => !there.has(file) && !sharedFiles.has(file))
    rows.push({ what: key.replace('../', ''), kib: kib(own), limit: limits.route })
  }
  const { folder, files } = textFiles()
  for (const path of files.keys())
    rows.push({
      what: `texts ${path}`,
      kib: kib([`${folder}/${path}`]),
      limit: path.endsWith('/errors.json') ? refusalTexts : limits.texts,
    })
  return rows
}

export function reportBudgets(): boolean {
  const rows = measure()
  const over = rows.filter((row) => row.kib > row.limit)
  for (const row of rows) {
    if (row.what.startsWith('texts ') && row.kib <= row.limit) continue
    process.stdout.write(
      `${row.kib.toFixed(1).padStart(6)} / ${row.limit} KiB  ${row.what}${row.kib > row.limit ? '  TOO LARGE' : ''}\n`,
    )
  }
  return over.length === 0
}

if (import.meta.main && !reportBudgets()) process.exitCode = 1

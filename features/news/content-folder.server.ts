import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LanguageTag } from '#locales/registry.ts'
import type { ArticleKind } from './article-kinds.ts'
import { articleTarget, type Block, screensOf } from './blocks.ts'
import { type FrontMatter, splitFile } from './front-matter.server.ts'
import { readMarkdown } from './read-markdown.server.ts'

/** Limit per file. */
const bytesMax = 64 * 1024
const filesMax = 2000

export type ArticleFile = FrontMatter & {
  /** Relative path, for messages. */
  readonly path: string
  readonly blocks: readonly Block[]
  /** SHA-256 of the whole file. */
  readonly hash: string
}
export type KnownArticle = {
  readonly slug: string
  readonly kind: ArticleKind
  readonly languages: readonly string[]
}
export type Content = {
  readonly files: readonly ArticleFile[]
  /** Any problem blocks the import. */
  readonly problems: readonly string[]
}

/** Reads all .md files recursively. @throws if the folder cannot be read */
export function readContentFolder(folder: string): Content {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && statSync(join(folder, path)).isFile())
    .toSorted()
  if (paths.length === 0) return { files: [], problems: [`${folder}: holds no file that ends with .md`] }
  if (paths.length > filesMax) return { files: [], problems: [`${folder}: holds more than ${filesMax} files`] }
  const read = paths.map((path) => readFile(path, readFileSync(join(folder, path))))
  const files = read.flatMap(({ file }) => (file ? [file] : []))
  return { files, problems: [...read.flatMap(({ problems }) => problems), ...disagreements(files)] }
}

export function readFile(
  path: string,
  bytes: Uint8Array,
): { readonly file?: ArticleFile; readonly problems: readonly string[] } {
  if (bytes.length > bytesMax) return { problems: [`${path}: is larger than ${bytesMax / 1024} KiB`] }
  const text = decode(bytes)
  if (text === undefined) return { problems: [`${path}: is not UTF-8 text`] }
  const { front, body, problems } = splitFile(text)
  const { blocks, problems: inText } = front ? readMarkdown(body) : { blocks: [], problems: [] }
  const said = [...problems, ...inText].map(({ line, says }) => `${path}, line ${line}: ${says}`)
  if (!front || said.length > 0) return { problems: said }
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { file: { ...front, path, blocks, hash }, problems: [] }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const inCommon = ['kind', 'date', 'link'] as const

function disagreements(files: readonly ArticleFile[]): string[] {
  const problems: string[] = []
  const firsts = new Map<string, ArticleFile>()
  const seen = new Map<string, string>()
  for (const file of files) {
    const one = `${file.slug} ${file.language}`
    const before = seen.get(one)
    if (before !== undefined) problems.push(`${file.path}: is ${file.slug} in ${file.language}, as ${before} is`)
    seen.set(one, file.path)
    const first = firsts.get(file.slug)
    if (!first) firsts.set(file.slug, file)
    for (const name of first ? inCommon : [])
      if (first && file[name] !== first[name])
        problems.push(
          `${file.path}: ${name} ${file[name] ?? ''} is not that of ${first.path}, ${first[name] ?? 'none'}`,
        )
  }
  return problems
}

/** Conflicts with earlier imports: English is missing, the kind changed, a link has no article. */
export function misfits(files: readonly ArticleFile[], known: readonly KnownArticle[]): string[] {
  const before = new Map(known.map((article) => [article.slug, article]))
  const languages = new Map<string, Set<LanguageTag | string>>(
    known.map(({ slug, languages: all }) => [slug, new Set(all)]),
  )
  for (const { slug, language } of files) languages.set(slug, (languages.get(slug) ?? new Set()).add(language))
  const targets = new Set([...languages.keys()].map(articleTarget))
  return files.flatMap(({ path, slug, kind, blocks }) => {
    const problems: string[] = []
    if (!languages.get(slug)?.has('en')) problems.push(`${path}: ${slug} needs an English text, too`)
    const was = before.get(slug)?.kind
    if (was !== undefined && was !== kind)
      problems.push(`${path}: ${slug} was ${was} before; remove it first, or take another slug`)
    for (const to of screensOf(blocks))
      if (to.startsWith(articleTarget('')) && !targets.has(to))
        problems.push(`${path}: leads to ${to.slice(articleTarget('').length)}, and there is no such article`)
    return problems
  })
}

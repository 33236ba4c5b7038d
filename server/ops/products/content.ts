import { loadKnownArticles, removeArticle, writeArticles } from '#features/news/articles.store.ts'
import { type ArticleFile, misfits, readContentFolder } from '#features/news/content-folder.server.ts'
import type { Sql } from '#kit/store/db.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const problemsShown = 20

/** @throws UsageError with all problems; then nothing is imported */
async function readFiles(sql: Sql, folder: string | undefined): Promise<readonly ArticleFile[]> {
  if (!folder) throw new UsageError('Name a folder of .md files: db/content is a sample')
  let content: ReturnType<typeof readContentFolder>
  try {
    content = readContentFolder(folder)
  } catch (error) {
    throw new UsageError(`${folder} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  const problems = [...content.problems, ...misfits(content.files, await loadKnownArticles(sql))]
  if (problems.length === 0) return content.files
  const more = problems.length > problemsShown ? [`… and ${problems.length - problemsShown} more`] : []
  throw new UsageError(['Nothing was imported:', ...problems.slice(0, problemsShown), ...more].join('\n'))
}

async function changedFiles(sql: Sql, files: readonly ArticleFile[]) {
  const known = new Map((await loadKnownArticles(sql)).map((article) => [article.slug, article]))
  return files.flatMap((file) => {
    const before = known.get(file.slug)
    return before?.hashes[file.language] === file.hash
      ? []
      : [{ file, isNew: before?.hashes[file.language] === undefined }]
  })
}

const contentImport: Verb = {
  words: 'content import',
  guard: 'one',
  isPublic: true,
  usage: '<folder>',
  summary: 'Imports news, articles and ecology rows from Markdown files, all of them or none (docs/content.md).',
  async run(operation) {
    const { args, db, say } = operation
    const files = await readFiles(db, args[0])
    const changed = await changedFiles(db, files)
    if (changed.length === 0) return say(`All ${files.length} texts are there already.`)
    await makeChange(operation, {
      movesMoney: false,
      will: changed.map(
        ({ file, isNew }) => `${isNew ? 'add' : 'change'} ${file.slug} in ${file.language}: "${file.title}"`,
      ),
      async apply(tx) {
        // Read again, because files or rows may have changed since the preview.
        const now = await changedFiles(tx, await readFiles(tx, args[0]))
        const texts = now.map(({ file }) => file)
        await writeArticles(tx, texts)
        return [
          `${texts.length} texts are imported, ${files.length - texts.length} were there already`,
          ...texts.map(({ slug, language, hash }) => `${slug} ${language} ${hash.slice(0, 16)}`),
        ]
      },
    })
    const open = files.reduce((sum, { blocks }) => sum + blocks.filter(({ kind }) => kind === 'operator').length, 0)
    if (open > 0) say(`${open} places are left to you in these files: look for [!OPERATOR].`)
  },
}

const contentList: Verb = {
  words: 'content list',
  guard: 'none',
  usage: '',
  summary: 'Lists every article with its kind, its day and its languages.',
  async run({ db, say }) {
    const articles = await loadKnownArticles(db)
    for (const { slug, kind, publishedAt, languages } of articles)
      say(`${publishedAt.toISOString().slice(0, 10)}  ${kind.padEnd(7)}  ${slug}  ${languages.join(', ')}`)
    if (articles.length === 0) say('There are no articles.')
  },
}

const contentRemove: Verb = {
  words: 'content remove',
  guard: 'one',
  isPublic: true,
  usage: '<slug>',
  summary: 'Takes an article away in every language; its address then says that there is no such article.',
  async run(operation) {
    const slug = operation.args[0] ?? ''
    const known = (await loadKnownArticles(operation.db)).find((article) => article.slug === slug)
    if (!known) throw new UsageError(`There is no article ${slug}. content list shows them.`)
    await makeChange(operation, {
      movesMoney: false,
      will: [`remove ${slug} in ${known.languages.join(', ')}`],
      async apply(tx) {
        await removeArticle(tx, slug)
        return [`${slug} is removed`]
      },
    })
  },
}

export const contentVerbs: readonly Verb[] = [contentImport, contentList, contentRemove]

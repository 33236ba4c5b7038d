import { fileURLToPath } from 'node:url'
import { type ArticleFile, misfits, readContentFolder } from '#features/news/content-folder.server.ts'
import { expect } from '#kit/expect.ts'

export const contentFolder = fileURLToPath(new URL('./content', import.meta.url))

let read: readonly ArticleFile[] | undefined

export function demoArticles(): readonly ArticleFile[] {
  if (read) return read
  const { files, problems } = readContentFolder(contentFolder)
  const all = [...problems, ...misfits(files, [])]
  expect(all.length === 0, `the sample content can be imported: ${all.join('; ')}`)
  read = files
  return files
}

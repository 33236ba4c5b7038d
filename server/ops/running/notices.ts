import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { type NoticeTexts, noticeTexts } from '#features/news/notice.ts'
import { publishNotice } from '#features/news/notices.store.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

function readTexts(path: string | undefined): NoticeTexts {
  if (!path) throw new UsageError('Name a JSON file: {"en": {"title": "…", "body": "…"}, "zh-Hans": …}')
  let read: unknown
  try {
    read = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}`)
  }
  const parsed = v.safeParse(noticeTexts, read)
  if (parsed.success) return parsed.output as NoticeTexts
  const [issue] = parsed.issues
  throw new UsageError(`${path}: ${v.getDotPath(issue) ?? ''} ${issue.message}`)
}

export const noticePublish: Verb = {
  words: 'notice publish',
  guard: 'one',
  isPublic: true,
  usage: '<file.json>',
  summary: 'Publishes a notice, with a title and a body for each language. The same text is published once.',
  async run(operation) {
    const texts = readTexts(operation.args[0])
    await makeChange(operation, {
      movesMoney: false,
      will: [`publish "${texts.en.title}" in ${Object.keys(texts).join(', ')}`],
      async apply(tx) {
        const { id, isNew } = await publishNotice(tx, texts, operation.clock.now())
        return [isNew ? `notice ${id} is published` : `it was published before, as notice ${id}`]
      },
    })
  },
}

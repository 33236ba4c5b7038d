import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, language, moment, page, wholeNumber } from '#kit/wire/fields.ts'

/** Published notices, newest first. */
export const listNotices = contract({
  method: 'GET',
  path: '/notice/list',
  access: 'open',
  summary: 'Published notices, newest first.',
  input: v.object({ language, cursor }),
  wire: { language: 'lang' },
  output: page(
    v.object({
      id: v.number(),
      title: v.string(),
      /** The first words of the text. */
      opening: v.string(),
      publishedAt: moment,
    }),
  ),
  failures: [],
  always: true,
})

/** One notice in full. */
export const getNotice = contract({
  method: 'GET',
  path: '/notice/info',
  access: 'open',
  summary: 'One notice in full.',
  input: v.object({ noticeId: wholeNumber, language }),
  wire: { noticeId: 'id', language: 'lang' },
  output: v.object({
    noticeId: v.number(),
    title: v.string(),
    /** Paragraphs are parted by an empty line; plain text, no markup. */
    body: v.string(),
    publishedAt: moment,
    /** Which language the text is in: the one asked for, or "en". */
    textLanguage: v.string(),
  }),
  failures: ['news.missing'],
  always: true,
})

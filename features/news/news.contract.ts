import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, language, moment, page, text, wholeNumber } from '#kit/wire/fields.ts'
import { shownBlock } from './blocks.ts'
import { articleKinds } from './front-matter.ts'

/** Published notices, newest first. */
export const listNotices = contract({
  method: 'GET',
  path: '/notice/list',
  access: 'open',
  summary: 'Published notices, newest first.',
  input: v.object({ language, cursor }),
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

/** Published news, newest first. */
export const listNews = contract({
  method: 'GET',
  path: '/news/list',
  access: 'open',
  summary: 'Published news, newest first.',
  input: v.object({ language, cursor }),
  output: page(
    v.object({
      slug: v.string(),
      title: v.string(),
      /** The first words of the text. */
      opening: v.string(),
      publishedAt: moment,
    }),
  ),
  failures: [],
  always: true,
})

/** One article in full: a piece of news, the user agreement, the privacy policy. */
export const getArticle = contract({
  method: 'GET',
  path: '/article/info',
  access: 'open',
  summary: 'One article in full, as a list of blocks.',
  input: v.object({ slug: text(60), language }),
  output: v.object({
    slug: v.string(),
    kind: v.picklist(articleKinds),
    title: v.string(),
    publishedAt: moment,
    /** Which language the text is in: the one asked for, or "en". */
    textLanguage: v.string(),
    blocks: v.array(shownBlock),
  }),
  failures: ['news.article_missing'],
  always: true,
})

/** What the ecology page names. */
export const listEcology = contract({
  method: 'GET',
  path: '/ecology/list',
  access: 'open',
  summary: 'Networks and projects this product builds on, each with its own site.',
  input: v.object({ language }),
  output: v.object({
    items: v.array(
      v.object({
        slug: v.string(),
        title: v.string(),
        text: v.string(),
        link: v.string(),
        /** Whether the app may show it in its own frame (main/web-hosts). */
        framed: v.boolean(),
      }),
    ),
  }),
  failures: [],
  always: true,
})

/** The hosts the app shows in a frame of its own; every other address opens outside of it or not at all. */
export const listWebHosts = contract({
  method: 'GET',
  path: '/main/web-hosts',
  access: 'open',
  summary: 'The hosts whose pages the app shows in a frame.',
  input: v.object({}),
  output: v.object({ hosts: v.array(v.string()) }),
  failures: [],
  always: true,
})

import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { cursor, language, moment, page, text, wholeNumber } from '#kit/wire/fields.ts'
import { articleKinds } from './article-kinds.ts'
import { shownBlock } from './blocks.ts'

export const listNotices = contract({
  method: 'GET',
  path: '/notice/list',
  access: 'open',
  summary: 'Lists published notices, newest first.',
  input: v.object({ language, cursor }),
  output: page(
    v.object({
      id: v.number(),
      title: v.string(),
      /** Start of the text. */
      opening: v.string(),
      publishedAt: moment,
    }),
  ),
  failures: [],
  always: true,
})

export const getNotice = contract({
  method: 'GET',
  path: '/notice/info',
  access: 'open',
  summary: 'Returns one notice in full.',
  input: v.object({ noticeId: wholeNumber, language }),
  output: v.object({
    noticeId: v.number(),
    title: v.string(),
    /** Plain text; empty lines separate paragraphs. */
    body: v.string(),
    publishedAt: moment,
    /** The requested language, or "en". */
    textLanguage: v.string(),
  }),
  failures: ['news.missing'],
  always: true,
})

export const listNews = contract({
  method: 'GET',
  path: '/news/list',
  access: 'open',
  summary: 'Lists published news, newest first.',
  input: v.object({ language, cursor }),
  output: page(
    v.object({
      slug: v.string(),
      title: v.string(),
      /** Start of the text. */
      opening: v.string(),
      publishedAt: moment,
    }),
  ),
  failures: [],
  always: true,
})

/** News, user agreement or privacy policy. */
export const getArticle = contract({
  method: 'GET',
  path: '/article/info',
  access: 'open',
  summary: 'Returns one article in full, as a list of blocks.',
  input: v.object({ slug: text(60), language }),
  output: v.object({
    slug: v.string(),
    kind: v.picklist(articleKinds),
    title: v.string(),
    publishedAt: moment,
    /** The requested language, or "en". */
    textLanguage: v.string(),
    blocks: v.array(shownBlock),
  }),
  failures: ['news.article_missing'],
  always: true,
})

export const listEcology = contract({
  method: 'GET',
  path: '/ecology/list',
  access: 'open',
  summary: 'Lists the networks and projects this product builds on, each with its own website.',
  input: v.object({ language }),
  output: v.object({
    items: v.array(
      v.object({
        slug: v.string(),
        title: v.string(),
        text: v.string(),
        link: v.string(),
        /** Whether the app may frame it (main/web-hosts). */
        framed: v.boolean(),
      }),
    ),
  }),
  failures: [],
  always: true,
})

/** Other addresses open externally or not at all. */
export const listWebHosts = contract({
  method: 'GET',
  path: '/main/web-hosts',
  access: 'open',
  summary: 'Lists the hosts whose pages the app shows in a frame.',
  input: v.object({}),
  output: v.object({ hosts: v.array(v.string()) }),
  failures: [],
  always: true,
})

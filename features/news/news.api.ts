import { readSetting } from '#kit/store/settings.store.ts'
import { isOnHost, readWebAddress } from '#kit/web-address.ts'
import { webHosts } from '#kit/web-hosts.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { type ArticleText, loadArticle, loadArticles } from './articles.store.ts'
import { firstWordsOf, shownOf } from './blocks.ts'
import { getArticle, getNotice, listEcology, listNews, listNotices, listWebHosts } from './news.contract.ts'
import { languageOf, openingOf, textIn } from './notice.ts'
import { loadNotice, loadNotices } from './notices.store.ts'
import { personalCalls } from './personal/personal.api.ts'
import { pushCalls } from './push/push.api.ts'

const pageSize = 20

const listNoticesApi = implementRead(listNotices, async ({ language, cursor }, { db, now }) => {
  const notices = await loadNotices(db, {
    now,
    ...(/^\d{1,15}$/.test(cursor) ? { after: Number(cursor) } : {}),
    limit: pageSize,
  })
  const last = notices.length === pageSize ? notices.at(-1) : undefined
  const items = notices.map(({ id, publishedAt, texts }) => {
    const { title, body } = textIn(texts, languageOf(language))
    return { id, title, opening: openingOf(body), publishedAt: publishedAt.toISOString() }
  })
  return { items, next: last ? String(last.id) : '' }
})

const getNoticeApi = implementRead(getNotice, async ({ noticeId, language }, { db, now }) => {
  const notice = await loadNotice(db, noticeId, now)
  const text = textIn(notice.texts, languageOf(language))
  const publishedAt = notice.publishedAt.toISOString()
  return { noticeId: notice.id, title: text.title, body: text.body, publishedAt, textLanguage: text.language }
})

const listNewsApi = implementRead(listNews, async ({ language, cursor }, { db, now }) => {
  const ask = { kind: 'news', language: languageOf(language), now, limit: pageSize } as const
  const articles = await loadArticles(db, cursor === '' ? ask : { ...ask, after: cursor })
  const items = articles.map(({ slug, title, blocks, publishedAt }) => ({
    slug,
    title,
    opening: openingOf(firstWordsOf(shownOf(blocks))),
    publishedAt: publishedAt.toISOString(),
  }))
  return { items, next: articles.length === pageSize ? (articles.at(-1)?.slug ?? '') : '' }
})

const getArticleApi = implementRead(getArticle, async ({ slug, language }, { db, now }) => {
  const article = await loadArticle(db, slug, languageOf(language), now)
  const { kind, title, blocks, publishedAt, language: textLanguage } = article
  return { slug, kind, title, publishedAt: publishedAt.toISOString(), textLanguage, blocks: shownOf(blocks) }
})

const ecologyMax = 200

const listEcologyApi = implementRead(listEcology, async ({ language }, { db, now }) => {
  const ask = { kind: 'ecology', language: languageOf(language), now, limit: ecologyMax } as const
  const hosts = await readSetting(db, webHosts)
  const row = ({ slug, title, blocks, link }: ArticleText & { link: string }) => {
    const address = readWebAddress(link)
    return {
      slug,
      title,
      text: firstWordsOf(shownOf(blocks)),
      link,
      framed: address !== undefined && isOnHost(address, hosts),
    }
  }
  const articles = await loadArticles(db, ask)
  return { items: articles.flatMap((article) => (article.link ? [row({ ...article, link: article.link })] : [])) }
})

const listWebHostsApi = implementRead(listWebHosts, async (_input, { db }) => ({
  hosts: [...(await readSetting(db, webHosts))],
}))

/** @param pushHosts additional push services named by the operator */
export const newsCalls = (pushHosts: readonly string[]): readonly Implementation[] => [
  listNoticesApi,
  getNoticeApi,
  listNewsApi,
  getArticleApi,
  listEcologyApi,
  listWebHostsApi,
  ...personalCalls,
  ...pushCalls(pushHosts),
]

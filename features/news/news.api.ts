import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { getNotice, listNotices } from './news.contract.ts'
import { languageOf, openingOf, textIn } from './notice.ts'
import { loadNotice, loadNotices } from './notices.store.ts'

/** Notices on one page of the list. */
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

/** Every call of the feature. */
export const newsCalls: readonly Implementation[] = [listNoticesApi, getNoticeApi]

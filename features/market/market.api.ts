import type { Sql } from '#kit/db.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { languages } from '#locales/registry.ts'
import { getHome, getMarket } from './market.contract.ts'
import { loadLinks, loadMarket } from './market.store.ts'

/** Notices that take turns on the home screen. */
const noticesShown = 3

const getMarketApi = implementRead(getMarket, async (_, { db, now }) => ({ items: await loadMarket(db, now) }))

/** Reads titles of the newest notices, by language: news knows how, and the server hands it in. */
type LatestNotices = (
  sql: Sql,
  now: Date,
  limit: number,
) => Promise<readonly { readonly id: bigint; readonly publishedAt: Date; readonly titles: Record<string, string> }[]>

const getHomeApi = (latestNotices: LatestNotices) =>
  implementRead(getHome, async ({ language }, { db, now }) => {
    const tag = languages.find((one) => one.tag === language || one.wire === language)?.tag ?? 'en'
    const notices = (await latestNotices(db, now, noticesShown)).map(({ id, publishedAt, titles }) => ({
      id: Number(id),
      title: titles[tag] ?? titles.en ?? '',
      publishedAt: publishedAt.toISOString(),
    }))
    return { notices, links: await loadLinks(db), market: await loadMarket(db, now) }
  })

/** Every call of the feature. */
export const marketCalls = (latestNotices: LatestNotices): readonly Implementation[] => [
  getMarketApi,
  getHomeApi(latestNotices),
]

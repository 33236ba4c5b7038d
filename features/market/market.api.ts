import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { languages } from '#locales/registry.ts'
import { getHome, getMarket } from './market.contract.ts'
import { loadLatestNotices, loadLinks, loadMarket } from './market.store.ts'

/** Notices that take turns on the home screen. */
const noticesShown = 3

const getMarketApi = implementRead(getMarket, async (_, { db, now }) => ({ items: await loadMarket(db, now) }))

const getHomeApi = implementRead(getHome, async ({ language }, { db, now }) => {
  const tag = languages.find((one) => one.tag === language || one.wire === language)?.tag ?? 'en'
  const notices = (await loadLatestNotices(db, now, noticesShown)).map(({ id, publishedAt, titles }) => ({
    id: Number(id),
    title: titles[tag] ?? titles.en ?? '',
    publishedAt: publishedAt.toISOString(),
  }))
  return { notices, links: await loadLinks(db), market: await loadMarket(db, now) }
})

/** Every call of the feature. */
export const marketCalls: readonly Implementation[] = [getMarketApi, getHomeApi]

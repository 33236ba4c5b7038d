import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { isOnHost, readWebAddress } from '#kit/web-address.ts'
import { webHosts } from '#kit/web-hosts.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { languages } from '#locales/registry.ts'
import { getHome, getMarket } from './market.contract.ts'
import { loadLinks, loadMarket } from './market.store.ts'

/** The newest notice always shows, others only while recent. */
const noticesShown = 3
const noticeAgeMs = 90 * dayMs

const getMarketApi = implementRead(getMarket, async (_, { db, now }) => ({ items: await loadMarket(db, now) }))

type LatestNotices = (
  sql: Sql,
  now: Date,
  limit: number,
) => Promise<readonly { readonly id: bigint; readonly publishedAt: Date; readonly titles: Record<string, string> }[]>

const getHomeApi = (latestNotices: LatestNotices) =>
  implementRead(getHome, async ({ language }, { db, now }) => {
    const tag = languages.find((one) => one.tag === language || one.wire === language)?.tag ?? 'en'
    const latest = await latestNotices(db, now, noticesShown)
    const notices = latest
      .filter(({ publishedAt }, place) => place === 0 || publishedAt > addMs(now, -noticeAgeMs))
      .map(({ id, publishedAt, titles }) => ({
        id: Number(id),
        title: titles[tag] ?? titles.en ?? '',
        publishedAt: publishedAt.toISOString(),
      }))
    const hosts = await readSetting(db, webHosts)
    const isFramed = (target: string | null): boolean => {
      const address = target === null ? undefined : readWebAddress(target)
      return address !== undefined && isOnHost(address, hosts)
    }
    const links = (await loadLinks(db)).map((link) => ({ ...link, framed: isFramed(link.target) }))
    return { notices, links, market: await loadMarket(db, now) }
  })

export const marketCalls = (latestNotices: LatestNotices): readonly Implementation[] => [
  getMarketApi,
  getHomeApi(latestNotices),
]

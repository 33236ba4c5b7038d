import { showUnits } from '#kit/amount/amount.ts'
import { loadBusinessTime } from '#kit/time/clock.store.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { gatherNotices } from './gather.server.ts'
import { loadReadPosition, moveReadPosition } from './own-notices.store.ts'
import { byWeek, formatReadPosition, isUnread, momentOf, type OwnNotice, readMark, topicOf } from './own-notices.ts'
import { listOwnNotices, readOwnNotices } from './personal.contract.ts'

/** Notices cover 30 days and at most 60 entries. Older events are in the history. */
const reachMs = 30 * dayMs
const shownMax = 60

/** True for notices that many small payments must not push off the list. */
const isGuarding = ({ kind }: OwnNotice): boolean => topicOf(kind) === 'security' || kind.startsWith('withdrawal_')

const listOwnNoticesApi = implementRead(listOwnNotices, async (_input, { db, walletId, now, wall }) => {
  const businessTime = await loadBusinessTime(db, { now, wall })
  const since = { business: addMs(now, -reachMs), real: addMs(wall, -reachMs) }
  const [all, mark] = await Promise.all([
    gatherNotices(db, walletId, since, businessTime),
    loadReadPosition(db, walletId),
  ])
  const shown = byWeek(all).filter((notice, place) => place < shownMax || isGuarding(notice))
  const items = shown.map((notice) => {
    const { key, kind, subject, amounts = [], source = '', days = 0 } = notice
    return {
      ...{ key, kind, at: momentOf(notice, businessTime).toISOString(), unread: isUnread(notice, mark), subject },
      ...{ source, days, amounts: amounts.map(({ asset, units }) => ({ coin: asset, amount: showUnits(units) })) },
    }
  })
  return {
    items,
    unread: items.filter(({ unread }) => unread).length,
    read: formatReadPosition({ business: now, real: wall }),
  }
})

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const readOwnNoticesApi = implement(readOwnNotices, async ({ read }, { tx, walletId, now, wall }) => {
  const { business, real } = readMark(read)
  // A read position cannot be in the future.
  await moveReadPosition(tx, walletId, { business: earlier(business, now), real: earlier(real, wall) })
  return {}
})

export const personalCalls: readonly Implementation[] = [listOwnNoticesApi, readOwnNoticesApi]

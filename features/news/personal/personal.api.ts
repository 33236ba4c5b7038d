import { showUnits } from '#kit/amount.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { gatherNotices } from './gather.server.ts'
import { loadMark, moveMark } from './own-notices.store.ts'
import { byWeek, isUnread, momentOf, type OwnNotice, readMark, showMark, topicOf } from './own-notices.ts'
import { listOwnNotices, readOwnNotices } from './personal.contract.ts'

/** Notices reach so far back, and so many are shown. Older things stand in the records. */
const reachMs = 30 * dayMs
const shownMax = 60

/** What somebody must not miss: nobody may push it off the list by many small payments. */
const isGuarding = ({ kind }: OwnNotice): boolean => topicOf(kind) === 'security' || kind.startsWith('withdrawal_')

const listOwnNoticesApi = implementRead(listOwnNotices, async (_input, { db, walletId, now, wall }) => {
  const aheadMs = now.getTime() - wall.getTime()
  const since = { business: addMs(now, -reachMs), real: addMs(wall, -reachMs) }
  const [all, mark] = await Promise.all([gatherNotices(db, walletId, since, aheadMs), loadMark(db, walletId)])
  const shown = byWeek(all).filter((notice, place) => place < shownMax || isGuarding(notice))
  const items = shown.map((notice) => {
    const { key, kind, subject, amounts = [], source = '', days = 0 } = notice
    return {
      ...{ key, kind, at: momentOf(notice, aheadMs).toISOString(), unread: isUnread(notice, mark), subject },
      ...{ source, days, amounts: amounts.map(({ asset, units }) => ({ coin: asset, amount: showUnits(units) })) },
    }
  })
  return {
    items,
    unread: items.filter(({ unread }) => unread).length,
    read: showMark({ business: now, real: wall }),
  }
})

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

const readOwnNoticesApi = implement(readOwnNotices, async ({ read }, { tx, walletId, now, wall }) => {
  const { business, real } = readMark(read)
  // Nobody has read what is still to come.
  await moveMark(tx, walletId, { business: earlier(business, now), real: earlier(real, wall) })
  return {}
})

/** Calls of a person's own notices. */
export const personalCalls: readonly Implementation[] = [listOwnNoticesApi, readOwnNoticesApi]

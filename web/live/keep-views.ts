import type { Query } from '@tanstack/react-query'
import { wallClock } from '#kit/time/clock.ts'
import { reads } from '#ui/call/use-call.ts'
import { keepView, keptView, pruneViews } from '#ui/device/kept-views.ts'
import { currentSession } from '#ui/session/session.ts'
import { isKept, shownFirst } from './kept-reads.ts'

/** Milliseconds to wait for a response before showing the last view. */
const patienceMs = 1500
const restMs = 1000

const ownerNow = (): string => currentSession()?.walletId ?? ''
const nowMs = (): number => wallClock.now().getTime()

/** If there is no data, shows a stored view with its original read time. */
async function restore(query: Query): Promise<void> {
  const owner = ownerNow()
  const view = await keptView(owner, query.queryHash)
  if (view && query.state.data === undefined && owner === ownerNow())
    query.setData(view.data, { updatedAt: view.at, manual: true })
}

const waiting = new Set<string>()
function keepSoon(query: Query): void {
  const owner = ownerNow()
  if (waiting.has(query.queryHash)) return
  waiting.add(query.queryHash)
  setTimeout(() => {
    waiting.delete(query.queryHash)
    const isStill = () => owner === ownerNow()
    const { data, dataUpdatedAt: at } = query.state
    if (data === undefined || !isStill()) return
    keepView({ owner, isStill }, query.queryHash, { data: shownFirst(data), at }).catch(() => {
      // Storage failed: nothing will show offline.
    })
  }, restMs)
}

const unread = (): void => {}
function follow(query: Query): void {
  if (!isKept(query.queryKey) || query.state.data !== undefined) return
  if (navigator.onLine) setTimeout(() => void restore(query).catch(unread), patienceMs)
  else void restore(query).catch(unread)
}

/** Stores the latest responses of reads in kept-reads.ts for offline use. */
export function keepViews(): void {
  const cache = reads.getQueryCache()
  for (const query of cache.getAll()) {
    follow(query)
    if (query.state.data !== undefined && isKept(query.queryKey)) keepSoon(query)
  }
  cache.subscribe((event) => {
    if (event.type === 'added') follow(event.query)
    if (event.type !== 'updated' || !isKept(event.query.queryKey)) return
    if (event.action.type === 'success' && event.action.manual !== true) keepSoon(event.query)
    // If the network fails, restores the last view without waiting.
    if (event.action.type === 'failed') void restore(event.query).catch(unread)
  })
  void pruneViews(['', ownerNow()], nowMs()).catch(unread)
}

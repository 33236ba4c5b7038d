import type { Query } from '@tanstack/react-query'
import { wallClock } from '#kit/clock.ts'
import { keepView, keptView, pruneViews } from '#ui/kept-views.ts'
import { currentSession } from '#ui/session.ts'
import { reads } from '#ui/use-call.ts'
import { isKept, shownFirst } from './kept-reads.ts'

/** An answer that does not come in this time is waited for beside what was shown last. */
const patienceMs = 1500
/** What is read again and again is kept once in a while. */
const restMs = 1000

/** Who looks: the wallet signed in, or a guest. */
const ownerNow = (): string => currentSession()?.walletId ?? ''
const nowMs = (): number => wallClock.now().getTime()

/** Shows what was kept where nothing has come. It keeps the moment it was read at, so the screen says how old it is. */
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
      // The device keeps nothing: then nothing is shown without a network.
    })
  }, restMs)
}

const unread = (): void => {}
function follow(query: Query): void {
  if (!isKept(query.queryKey) || query.state.data !== undefined) return
  if (navigator.onLine) setTimeout(() => void restore(query).catch(unread), patienceMs)
  else void restore(query).catch(unread)
}

/** From now on the last answers of the reads named in kept-reads.ts stay on this device, and stand in where no answer comes. */
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
    // Refused the network at once, nobody has to be patient.
    if (event.action.type === 'failed') void restore(event.query).catch(unread)
  })
  void pruneViews(['', ownerNow()], nowMs()).catch(unread)
}

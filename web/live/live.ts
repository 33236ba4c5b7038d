import { type LiveKind, liveKinds } from '#kit/wire/contracts/live.contract.ts'
import { openStream } from '#ui/call/call.ts'
import { createListener } from '#ui/call/listen.ts'
import { setLiveStatus } from '#ui/call/live-status.ts'
import { pendingRows } from '#ui/call/pending-rows.ts'
import { idle, quiet } from '#ui/call/quiet.ts'
import { reads } from '#ui/call/use-call.ts'
import { currentSession, onSessionChange } from '#ui/session/session.ts'
import { currentLocation, type Path } from '#ui/shell/navigation.ts'
import { giveLive } from './given-live.ts'
import { keepViews } from './keep-views.ts'
import { isStale } from './live-reads.ts'

/** Events arrive in groups (payment, balance, record). Batch each group into one refresh. */
const gatherMs = 120
const gathered = new Set<LiveKind>()

function gather(kind: LiveKind | 'all'): void {
  if (gathered.size === 0) setTimeout(readTouched, gatherMs)
  for (const each of kind === 'all' ? liveKinds : [kind]) gathered.add(each)
}
function readTouched(): void {
  const kinds = [...gathered]
  gathered.clear()
  void reads.invalidateQueries({
    predicate: ({ queryKey }) => kinds.some((kind) => isStale(String(queryKey[0]), kind)),
  })
}

const waitOr = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

const listener = createListener({ openStream, wait: waitOr, onChange: gather, onStatus: setLiveStatus })

const isWanted = (): boolean =>
  currentSession() !== undefined && navigator.onLine && document.visibilityState === 'visible'
let hasBegun = false
const follow = (): void => (hasBegun && isWanted() ? listener.start() : listener.stop())

const guardOwn = () => import('../screens/proof/guard-own-proof.ts').then(({ guardOwnProof }) => guardOwnProof())
const followPending = () => import('./pending.tsx').then((pending) => pending.followPending())
const hasPending = async (): Promise<boolean> => (await pendingRows.list()).length > 0

const patienceMs = 4_000
/** Connecting refreshes every read. */
const answered = (): Promise<void> =>
  new Promise((done) => {
    const look = () => {
      if (reads.getQueryCache().getAll().length > 0 && reads.isFetching() === 0) finish()
    }
    const stop = reads.getQueryCache().subscribe(look)
    const timer = setTimeout(() => finish(), patienceMs)
    const finish = () => {
      stop()
      clearTimeout(timer)
      done()
    }
    look()
  })

/** Starts live updates. Home data is fresh and refreshes on connect, so home connects only when idle. */
export function goLive(homePath: Path): void {
  keepViews()
  const ready = answered().then(idle)
  ready.then(() => import('../acts.ts')).catch(() => {})
  const rest = currentLocation().path === homePath ? quiet() : ready
  void rest.then(() => {
    hasBegun = true
    follow()
  })
  quiet()
    .then(guardOwn)
    .catch(() => {})
  // If a payment is pending, follows it without waiting until idle.
  hasPending()
    .catch(() => false)
    .then((some) => (some ? undefined : rest))
    .then(followPending)
    .catch(() => {})
  onSessionChange(() => {
    listener.stop()
    listener.forget()
    follow()
  })
  for (const event of ['online', 'offline']) addEventListener(event, follow)
  document.addEventListener('visibilitychange', follow)
}

giveLive(goLive)

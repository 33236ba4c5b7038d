import { type LiveKind, liveKinds } from '#kit/wire/live.contract.ts'
import { openStream } from '#ui/call.ts'
import { createListener } from '#ui/listen.ts'
import { setLiveStatus } from '#ui/live-status.ts'
import { currentSession, onSessionChange } from '#ui/session.ts'
import { reads } from '#ui/use-call.ts'
import { keepViews } from './keep-views.ts'
import { isStale } from './live-reads.ts'

/** Events come in threes and fours (a payment, its balance, its record): what they touch is read once. */
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

/** Listens while somebody is signed in and looks at the app: a phone in a pocket keeps no line open. */
const isWanted = (): boolean =>
  currentSession() !== undefined && navigator.onLine && document.visibilityState === 'visible'
const follow = (): void => (isWanted() ? listener.start() : listener.stop())

/** From now on, what is on the screen follows what happens. */
export function goLive(): void {
  keepViews()
  import('./pending.tsx').then(({ followPending }) => followPending()).catch(() => {})
  onSessionChange(() => {
    listener.stop()
    listener.forget()
    follow()
  })
  for (const event of ['online', 'offline']) addEventListener(event, follow)
  document.addEventListener('visibilitychange', follow)
  follow()
}

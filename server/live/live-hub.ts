import type { SessionId, WalletId } from '#kit/text/ids.ts'
import type { LiveEnd } from '#kit/wire/contracts/live.contract.ts'
import { type StreamEvent, writeEvent } from '#kit/wire/event-stream.ts'
import { createPace, type Whom } from './live-pace.ts'
import { roomFor } from './live-room.ts'
import { changesOf, idOf, type Known, knownOf, type LiveState, readId } from './live-state.ts'

/** Polls the wallets' states. Kinds without items are empty. Omitted wallets get no events this time. */
export type Look = (wallets: readonly WalletId[]) => Promise<ReadonlyMap<WalletId, LiveState>>

export type LiveLine = {
  /** False until the client has received everything. While false, nothing more is sent. */
  isReady(): boolean
  send(text: string): void
  end(): void
}
export type Listener = {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  /** Normalized as in kit/caller.ts. */
  readonly address: string
  /** State the client already has, or empty. */
  readonly lastId: string
  readonly line: LiveLine
}
export type HubOptions = {
  readonly look: Look
  readonly openSessions: (ids: readonly SessionId[]) => Promise<ReadonlySet<SessionId>>
  readonly onError: (error: unknown) => void
  readonly everyMs?: number
  /** Per session. An extra stream ends the oldest, so abandoned tabs cannot lock a user out. */
  readonly sessionMax?: number
  /** Per address, which many users may share. Further streams are refused. */
  readonly addressMax?: number
  /** Per process. Each stream costs a connection and a few rows per poll. */
  readonly streamsMax?: number
}

type Told = Listener & { known: Known | undefined }

/** A wallet polled within this time waits for the next full poll. Frequent reconnects then cost nothing. */
const restMs = 1_000

/** Sends each listener what changed since its known state. Nothing is queued, so another process can continue. */
export function createHub(options: HubOptions) {
  const { look, openSessions, onError, everyMs = 500, sessionMax = 4, addressMax = 64, streamsMax = 5_000 } = options
  const listeners = new Set<Told>()
  let before: ReadonlyMap<WalletId, LiveState> = new Map()
  const lookedAt = new Map<WalletId, number>()

  const drop = (told: Told, why: LiveEnd): void => {
    listeners.delete(told)
    told.line.send(writeEvent({ id: told.known ? idOf(told.known) : '', event: 'end', data: JSON.stringify({ why }) }))
    told.line.end()
  }

  function tell(told: Told, state: LiveState, last: LiveState | undefined): void {
    const event = (known: Known, name: string, data: string): StreamEvent => ({ id: idOf(known), event: name, data })
    if (!told.known) {
      told.known = readId(told.lastId) ?? knownOf(state)
      told.line.send(writeEvent(event(told.known, 'hello', '{}')))
    }
    for (const { kind, items, known } of changesOf(told.known, state, last)) {
      told.line.send(writeEvent(event(known, kind, `{"items":[${items.join(',')}]}`)))
      told.known = known
    }
  }

  const isNew = ({ known, walletId }: Told): boolean => !known && !lookedAt.has(walletId)

  /** @param whom 'new' excludes wallets polled within the second before the listener joined */
  async function lookOnce(whom: Whom): Promise<void> {
    const all = [...listeners].filter((told) => whom === 'all' || isNew(told))
    if (whom === 'new' && all.length === 0) return
    const open = await openSessions([...new Set(all.map(({ sessionId }) => sessionId))])
    for (const told of all) if (!open.has(told.sessionId)) drop(told, 'session')
    const ready = all.filter((told) => listeners.has(told) && told.line.isReady())
    const wallets = [...new Set(ready.map(({ walletId }) => walletId))]
    const since = performance.now()
    const states = await look(wallets)
    for (const [wallet, at] of lookedAt) if (since - at > restMs) lookedAt.delete(wallet)
    for (const wallet of wallets) lookedAt.set(wallet, since)
    for (const told of ready) {
      const state = listeners.has(told) && states.get(told.walletId)
      if (state) tell(told, state, before.get(told.walletId))
    }
    before = whom === 'all' ? states : new Map([...before, ...states])
  }

  const pace = createPace({
    look: (whom) => lookOnce(whom).catch(onError),
    waiting: () => (listeners.size === 0 ? undefined : [...listeners].some(isNew) ? 'new' : 'all'),
    everyMs,
  })

  return {
    size: (): number => listeners.size,
    /** @returns a function that removes the listener, or undefined if full */
    join(listener: Listener): (() => void) | undefined {
      const own = [...listeners].filter(({ sessionId }) => sessionId === listener.sessionId)
      for (const oldest of own.slice(0, Math.max(0, own.length - sessionMax + 1))) drop(oldest, 'replaced')
      const room = roomFor(listeners, listener.address, { addressMax, streamsMax })
      if (!room) return undefined
      if (room.insteadOf) drop(room.insteadOf, 'stopping')
      const told: Told = { ...listener, known: undefined }
      listeners.add(told)
      pace.plan()
      return () => {
        listeners.delete(told)
      }
    },
    run: pace.run,
    async close(): Promise<void> {
      for (const told of [...listeners]) drop(told, 'stopping')
      await pace.stop()
    },
  }
}
export type Hub = ReturnType<typeof createHub>

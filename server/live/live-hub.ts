import type { SessionId, WalletId } from '#kit/ids.ts'
import { type StreamEvent, writeEvent } from '#kit/wire/event-stream.ts'
import type { LiveEnd } from '#kit/wire/live.contract.ts'
import { createPace, type Whom } from './live-pace.ts'
import { roomFor } from './live-room.ts'
import { changesOf, idOf, type Known, knownOf, type LiveState, readId } from './live-state.ts'

/** Looks at these wallets. A kind that a wallet does not have is empty. A wallet that is left out is told nothing this time. */
export type Look = (wallets: readonly WalletId[]) => Promise<ReadonlyMap<WalletId, LiveState>>

/** The way to one client. */
export type LiveLine = {
  /** Whether the client has taken everything it was sent. Until then it is told nothing more. */
  isReady(): boolean
  send(text: string): void
  end(): void
}
export type Listener = {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  /** The address of the client, as callers are counted (kit/caller.ts). */
  readonly address: string
  /** The state that the client says it knows. Empty: a new client. */
  readonly lastId: string
  readonly line: LiveLine
}
export type HubOptions = {
  readonly look: Look
  /** The open ones of these sessions. */
  readonly openSessions: (ids: readonly SessionId[]) => Promise<ReadonlySet<SessionId>>
  readonly onError: (error: unknown) => void
  /** The least time between two looks. */
  readonly everyMs?: number
  /** Streams of one session. One more ends the oldest, so a tab that vanished does not lock anybody out. */
  readonly sessionMax?: number
  /** Streams of one address, which many people may share. More are refused. */
  readonly addressMax?: number
  /** Streams of this process. Each costs a connection, and a few rows at every look. */
  readonly streamsMax?: number
}

type Told = Listener & { known: Known | undefined }

/** If a wallet was looked at within this time, its new listener waits for the next look at all wallets. So reconnecting often costs nothing. */
const restMs = 1_000

/**
 * Tells every listener the news of its wallet. It looks at the wallets that have listeners, and compares with the state that each listener
 * knows. So nothing is queued, nothing is kept when a listener leaves, and any process can go on where another stopped.
 */
export function createHub(options: HubOptions) {
  const { look, openSessions, onError, everyMs = 500, sessionMax = 4, addressMax = 64, streamsMax = 5_000 } = options
  const listeners = new Set<Told>()
  let before: ReadonlyMap<WalletId, LiveState> = new Map()
  /** The wallets looked at within the last second, with the moment. */
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

  /** @param whom all listeners, or only new ones whose wallet was not looked at within the second before they came */
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
    /** The number of listeners. */
    size: (): number => listeners.size,
    /** Adds a listener. @returns a function that removes it. undefined: there is no room */
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
    /** Looks now. Resolves when every listener was told. */
    run: pace.run,
    /** Ends every stream. */
    async close(): Promise<void> {
      for (const told of [...listeners]) drop(told, 'stopping')
      await pace.stop()
    },
  }
}
export type Hub = ReturnType<typeof createHub>

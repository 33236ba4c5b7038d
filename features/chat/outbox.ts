import type { ThreadKind } from '#chat/staff-text.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/envelope.ts'

/** A message that was not answered for yet. */
export type Outgoing = {
  /** Its idempotency key: with it, it is one message however often it is sent. */
  readonly key: string
  readonly kind: ThreadKind
  readonly subject: string
  readonly text: string
  readonly picture: string
  readonly at: string
  /** Its place in the thread, once the server has it: it stands here until it is read from there. */
  readonly nth?: number
  /** Why it was refused: it is not sent again by itself. */
  readonly refused?: { readonly key: string; readonly params: Readonly<Record<string, string>> }
}

export type OutboxPorts = {
  /** What was kept on this device. */
  read(): Promise<readonly Outgoing[]>
  /** Keeps rows, in place of those of their keys, and forgets others; what else is kept stays, for another tab may have written it. */
  keep(rows: readonly Outgoing[], forgotten: readonly string[]): Promise<unknown>
  /** @returns its place in the thread. @throws CallFailure */
  send(row: Outgoing): Promise<{ readonly nth: number }>
  /** Reads the thread again, for the server has it. */
  onSent(row: Outgoing): Promise<unknown>
  /** Runs something after so long. */
  later(ms: number, run: () => void): void
}

/** Until the next try after one that nobody answered: 2, 4 … 30 s. */
const pauseOf = (failures: number): number => Math.min(30_000, 1000 * 2 ** failures)

type Verdict =
  | { readonly is: 'sent'; readonly nth?: number }
  | { readonly is: 'refused' }
  | { readonly is: 'waits'; readonly ms?: number }

/** What became of a try. */
function verdictOf(cause: unknown): Verdict {
  if (!(cause instanceof CallFailure)) throw cause
  const { code, key, params } = cause
  // An earlier try had arrived after all.
  if (key === 'request.key_conflict') return { is: 'sent' }
  if (key === 'request.too_often') return { is: 'waits', ms: 1000 * Number(params.seconds ?? 1) }
  const isPassing = /^request\.(busy|unavailable|maintenance|internal|stale)$|^req_token/.test(key)
  if (code === 'network' || code === 'unreadable' || code === answers.signInAgain || isPassing) return { is: 'waits' }
  return { is: 'refused' }
}

/**
 * Holds what somebody wrote until the server has it: one after the other, in the order they were written, over lost networks and restarts of
 * the app. What is refused stays, for its writer to see.
 */
export function createOutbox(ports: OutboxPorts) {
  let rows: readonly Outgoing[] = []
  let isRunning = false
  let failures = 0
  const listeners = new Set<() => void>()
  const change = (next: readonly Outgoing[]): void => {
    const before = rows
    rows = next
    for (const listener of listeners) listener()
    const waiting = rows.filter(({ nth }) => nth === undefined)
    const isWaiting = ({ key }: Outgoing) => waiting.some((row) => row.key === key)
    void ports.keep(
      waiting.filter((row) => !before.includes(row)),
      before.filter((row) => !isWaiting(row)).map(({ key }) => key),
    )
  }
  const without = (key: string) => rows.filter((row) => row.key !== key)
  const ready: Promise<void> = ports.read().then((kept) => {
    if (kept.length > 0) change([...kept, ...rows])
  })

  async function attempt(row: Outgoing): Promise<Verdict & { readonly cause?: unknown }> {
    try {
      return { is: 'sent', nth: (await ports.send(row)).nth }
    } catch (cause) {
      return { ...verdictOf(cause), cause }
    }
  }

  async function sendAll(): Promise<void> {
    await ready
    for (let row = next(); row; row = next()) {
      const { key } = row
      const tried = await attempt(row)
      if (tried.is === 'waits') {
        failures += 1
        return ports.later(tried.ms ?? pauseOf(failures), flush)
      }
      failures = 0
      if (tried.is === 'sent') {
        const { nth = 0 } = tried
        change(rows.map((one) => (one.key === key ? { ...one, nth } : one)))
        const forget = () => change(without(key))
        ports.onSent(row).then(forget, forget)
      } else {
        const { key: why, params } = tried.cause as CallFailure
        change(rows.map((one) => (one.key === key ? { ...one, refused: { key: why, params } } : one)))
      }
    }
  }
  const next = (): Outgoing | undefined => rows.find(({ refused, nth }) => !refused && nth === undefined)

  /** Sends what waits, unless that is under way. */
  function flush(): void {
    if (isRunning) return
    isRunning = true
    void sendAll().finally(() => {
      isRunning = false
    })
  }

  return {
    rows: (): readonly Outgoing[] => rows,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(row: Outgoing): void {
      change([...rows, row])
      flush()
    },
    /** Forgets one that was refused. */
    drop: (key: string): void => change(without(key)),
    flush,
  }
}
export type Outbox = ReturnType<typeof createOutbox>

import type { ThreadKind } from '#chat/staff-text.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'

export type Outgoing = {
  readonly key: string
  readonly kind: ThreadKind
  readonly subject: string
  readonly text: string
  readonly picture: string
  readonly at: string
  /** Number in the thread. Set after sending, until the thread is read again. */
  readonly nth?: number
  /** Refused by the server and not retried. */
  readonly refused?: { readonly key: string; readonly params: Readonly<Record<string, string>> }
}

export type OutboxPorts = {
  read(): Promise<readonly Outgoing[]>
  /** Keeps other rows, because another tab may have written them. */
  keep(rows: readonly Outgoing[], forgotten: readonly string[]): Promise<unknown>
  /** @returns its number in the thread. @throws CallFailure */
  send(row: Outgoing): Promise<{ readonly nth: number }>
  onSent(row: Outgoing): Promise<unknown>
  later(ms: number, run: () => void): void
}

/** Backoff: 2, 4 … 30 s. */
const pauseOf = (failures: number): number => Math.min(30_000, 1000 * 2 ** failures)

type Verdict =
  | { readonly is: 'sent'; readonly nth?: number }
  | { readonly is: 'refused' }
  | { readonly is: 'waits'; readonly ms?: number }

function verdictOf(cause: unknown): Verdict {
  if (!(cause instanceof CallFailure)) throw cause
  const { code, key, params } = cause
  // An earlier attempt had arrived.
  if (key === 'request.key_conflict') return { is: 'sent' }
  if (key === 'request.too_often') return { is: 'waits', ms: 1000 * Number(params.seconds ?? 1) }
  const isPassing = /^request\.(busy|unavailable|maintenance|internal|stale)$|^req_token/.test(key)
  if (code === 'network' || code === 'unreadable' || code === answers.signInAgain || isPassing) return { is: 'waits' }
  return { is: 'refused' }
}

/** Sends messages in order, across network failures and restarts. Refused messages stay visible. */
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
    drop: (key: string): void => change(without(key)),
    flush,
  }
}
export type Outbox = ReturnType<typeof createOutbox>

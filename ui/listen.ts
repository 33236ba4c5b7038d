import { randomBelow } from '#kit/random.ts'
import type { OpenStream } from '#kit/wire/call.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { createEventReader } from '#kit/wire/event-stream.ts'
import { type LiveEnd, type LiveKind, liveEvents, liveKinds, silenceMaxMs } from '#kit/wire/live.contract.ts'
import type { LiveStatus } from './live-status.ts'

export type ListenPorts = {
  readonly openStream: OpenStream
  /** Resolves after so long, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Something of this kind is different from what was read; `all`: nobody knows what, because nothing was heard before. */
  onChange(kind: LiveKind | 'all'): void
  onStatus(status: LiveStatus): void
}

/** 1, 2, 4 … 30 seconds, each up to a half longer, so that a server that comes back is not asked by all at once. */
const pauseOf = (failures: number): number => {
  const base = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
  return base + randomBelow(base / 2)
}

/** How one connection ended: cut, or by the server's word. */
type Ending = 'cut' | LiveEnd
const isKind = (event: string): event is LiveKind => (liveKinds as readonly string[]).includes(event)

/**
 * Listens to the live events, and connects again when the line is cut, with what it knows by then. `start` and `stop` as the app is
 * looked at and put away; stopped, it remembers what it knows, so that nothing is missed and nothing read twice.
 */
export function createListener({ openStream, wait, onChange, onStatus }: ListenPorts) {
  let lastId = ''
  let running: AbortController | undefined

  async function listenOnce(signal: AbortSignal, onHello: () => void): Promise<Ending> {
    const line = new AbortController()
    const either = AbortSignal.any([signal, line.signal])
    const silence = () => setTimeout(() => line.abort(), silenceMaxMs)
    let timer = silence()
    try {
      const body = await openStream(liveEvents, lastId, either)
      const reader = body.pipeThrough(new TextDecoderStream()).getReader()
      const read = createEventReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return 'cut'
        clearTimeout(timer)
        timer = silence()
        for (const { id, event, data } of read(value)) {
          if (event === 'end') return (JSON.parse(data) as { why: LiveEnd }).why
          if (event === 'hello') {
            onHello()
            // What was read before the first word may be older than it.
            if (lastId === '') onChange('all')
          }
          if (isKind(event)) onChange(event)
          lastId = id || lastId
        }
      }
    } finally {
      clearTimeout(timer)
      line.abort()
    }
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const ending = await listenOnce(signal, () => {
        failures = 0
        onStatus('live')
      }).catch((cause: unknown): Ending | 'refused' =>
        cause instanceof CallFailure && cause.code !== 'network' && !cause.key.startsWith('req_token')
          ? 'refused'
          : 'cut',
      )
      if (signal.aborted) return
      if (ending === 'session') onChange('all')
      if (ending === 'session' || ending === 'replaced' || ending === 'refused') return onStatus('off')
      failures += 1
      // One cut is nothing: a server that is started anew answers the next try.
      onStatus(failures > 1 ? 'unreachable' : 'off')
      await wait(pauseOf(failures), signal)
    }
  }

  return {
    start(): void {
      if (running) return
      running = new AbortController()
      void run(running.signal)
    },
    stop(): void {
      running?.abort()
      running = undefined
      onStatus('off')
    },
    /** Another wallet: what was known is of no use. */
    forget(): void {
      lastId = ''
    },
  }
}

import { randomBelow } from '#kit/text/random.ts'
import type { OpenStream } from '#kit/wire/call.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { type LiveEnd, type LiveKind, liveEvents, liveKinds, silenceMaxMs } from '#kit/wire/contracts/live.contract.ts'
import { createEventReader } from '#kit/wire/event-stream.ts'
import type { LiveStatus } from './live-status.ts'

export type ListenPorts = {
  readonly openStream: OpenStream
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Called after data of this kind changed. `all`: any kind, because events were missed. */
  onChange(kind: LiveKind | 'all'): void
  onStatus(status: LiveStatus): void
}

/** Exponential backoff from 1 to 30 s, with up to 50 % jitter to spread reconnects. */
const pauseOf = (failures: number): number => {
  const base = Math.min(30_000, 1000 * 2 ** Math.max(0, failures - 1))
  return base + randomBelow(base / 2)
}

type Ending = 'cut' | LiveEnd
const isKind = (event: string): event is LiveKind => (liveKinds as readonly string[]).includes(event)

/**
 * Subscribes to live events and reconnects with the last event ID. `start` and `stop` follow page visibility. The last ID survives `stop`,
 * so no event is missed or read twice.
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
            // Refreshes everything on the first connection, because earlier reads may be outdated.
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
      // Ignores the first disconnect, which may be a server restart.
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
    forget(): void {
      lastId = ''
    },
  }
}

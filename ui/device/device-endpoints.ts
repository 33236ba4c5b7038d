import { wallClock } from '#kit/time/clock.ts'
import { createEndpoints, ownEndpoint } from '#kit/wire/endpoints.ts'
import { notify } from '../show/toasts.ts'
import { say } from '../text/texts.ts'
import { deviceStore } from './device-store.ts'

/** Response timeout. */
const answerMs = 5_000

export const nameOfEndpoint = (line: string): string => URL.parse(line)?.host ?? location.host

/** Fetches the host list from an API host and measures its latency. @throws if there is no response */
export async function askEndpoint(line: string): Promise<{ readonly ms: number; readonly lines: readonly string[] }> {
  const query = new URLSearchParams({
    lang: 'en',
    source: 'web',
    timestamp: String(Math.floor(wallClock.now().getTime() / 1000)),
  })
  const since = performance.now()
  const response = await fetch(`${line}/api/main/lines?${query}`, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.timeout(answerMs),
  })
  const envelope = (await response.json()) as { code?: unknown; data?: { lines?: unknown } | null }
  if (!response.ok || typeof envelope.code !== 'number') throw new Error('no answer of ours')
  const lines = Array.isArray(envelope.data?.lines) ? envelope.data.lines.map(String) : []
  return { ms: Math.round(performance.now() - since), lines }
}

export const deviceEndpoints = createEndpoints({
  read: () => deviceStore.get('line'),
  keep: (line) => (line === ownEndpoint ? deviceStore.remove('line') : deviceStore.set('line', line)),
  answers: (line) => askEndpoint(line).then(() => true),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  onChange: (line) => notify(say('line.changed', { line: nameOfEndpoint(line) })),
})

export async function learnEndpoints(): Promise<void> {
  const { lines } = await askEndpoint(deviceEndpoints.current())
  deviceEndpoints.learn(lines.filter((line) => line !== location.origin))
}

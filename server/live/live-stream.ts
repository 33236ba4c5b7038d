import { Readable } from 'node:stream'
import { heartbeatMs } from '#kit/wire/contracts/live.contract.ts'
import { heartbeat } from '#kit/wire/event-stream.ts'
import type { LiveLine } from './live-hub.ts'

/** After this time, the client counts as gone. */
const stalledMs = 60_000

/**
 * A slow client costs one memory block, because nothing is written until it reads. The heartbeat stops proxies from closing idle
 * connections. @param onClose runs exactly once
 */
export function createStream(onClose: () => void): { readonly body: Readable; readonly line: LiveLine } {
  let taken = true
  let stalled: NodeJS.Timeout | undefined
  const body = new Readable({
    highWaterMark: 16 * 1024,
    read: () => {
      taken = true
      clearTimeout(stalled)
    },
  })
  const send = (text: string): void => {
    if (body.destroyed || body.readableEnded) return
    taken = body.push(text)
    if (taken) return
    clearTimeout(stalled)
    stalled = setTimeout(() => body.destroy(), stalledMs)
  }
  const beat = setInterval(() => taken && send(heartbeat), heartbeatMs)
  body.once('close', () => {
    clearInterval(beat)
    clearTimeout(stalled)
    onClose()
  })
  return { body, line: { isReady: () => taken, send, end: () => void body.push(null) } }
}

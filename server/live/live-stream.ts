import { Readable } from 'node:stream'
import { heartbeat } from '#kit/wire/event-stream.ts'
import { heartbeatMs } from '#kit/wire/live.contract.ts'
import type { LiveLine } from './live-hub.ts'

/** A client that has not taken what it was sent for this long is gone, whatever its connection says. */
const stalledMs = 60_000

/**
 * The body of an answer that goes on. While the client does not take what it has, it is not ready: nothing is written on top, so a slow
 * client costs one block of memory. A heartbeat keeps proxies from closing a quiet line.
 * @param onClose runs once, however it ends
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

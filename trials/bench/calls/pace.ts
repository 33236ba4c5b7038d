import { performance } from 'node:perf_hooks'
import { msgOf, openConnection, type Write } from './connections.ts'

/** Due time and latency in milliseconds, including the wait for a connection. */
export type Paced = { readonly dueAt: number; readonly ms: number; readonly msg: string }

const connections = 64
const tickMs = 5

/** Sends requests at a fixed rate regardless of latency. @returns a function that stops and returns results */
export async function keepPace(
  port: number,
  write: Write,
  perSecond: number,
): Promise<() => Promise<readonly Paced[]>> {
  const answered: Paced[] = []
  const due: number[] = []
  const free: { send(dueAt: number): void; close(): void }[] = []
  const all: { close(): void }[] = []
  for (let place = 0; place < connections; place += 1) {
    let dueAt = 0
    const socket = await openConnection(port, (body) => {
      answered.push({ dueAt, ms: performance.now() - dueAt, msg: msgOf(body) })
      free.push(connection)
      sendDue()
    })
    const connection = {
      send: (at: number) => {
        dueAt = at
        socket.write(write(place))
      },
      close: () => void socket.destroy(),
    }
    all.push(connection)
    free.push(connection)
  }
  const began = performance.now()
  let asked = 0
  function sendDue(): void {
    while (due.length > 0 && free.length > 0) free.shift()?.send(due.shift() as number)
  }
  const ticking = setInterval(() => {
    for (; asked < ((performance.now() - began) / 1000) * perSecond; asked += 1)
      due.push(began + (asked / perSecond) * 1000)
    sendDue()
  }, tickMs)
  return async () => {
    clearInterval(ticking)
    while (answered.length < asked) await new Promise((done) => setTimeout(done, tickMs))
    for (const { close } of all) close()
    return answered
  }
}

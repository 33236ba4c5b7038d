import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

export type Went = {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly answers: ReadonlyMap<string, number>
  readonly calls: number
}
export type Write = (connection: number) => string

export const msgOf = (body: string): string => {
  const at = body.indexOf('"msg":"')
  return at < 0 ? body.slice(0, 40) : body.slice(at + 7, body.indexOf('"', at + 7))
}

export function openConnection(port: number, onAnswer: (body: string) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true).setEncoding('latin1')
    socket.once('error', reject)
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const [, length = '0'] = /content-length: (\d+)/i.exec(text) ?? []
      if (text.length < end + 4 + Number(length)) return
      const body = text.slice(end + 4)
      text = ''
      onAnswer(body)
    })
  })
}

export async function keepBusy(port: number, write: Write, connections: number, seconds: number): Promise<Went> {
  const times: number[] = []
  const answers = new Map<string, number>()
  const sockets: Socket[] = []
  let began = performance.now()
  const until = () => began + seconds * 1000
  let endedAt = began
  await Promise.all(
    Array.from({ length: connections }, async (_, place) => {
      let sentAt = 0
      let over = () => {}
      const ended = new Promise<void>((done) => {
        over = done
      })
      const socket = await openConnection(port, (body) => {
        const at = performance.now()
        times.push(at - sentAt)
        const msg = msgOf(body)
        answers.set(msg, (answers.get(msg) ?? 0) + 1)
        endedAt = at
        if (at < until()) send()
        else over()
      })
      const send = () => {
        const bytes = write(place)
        sentAt = performance.now()
        socket.write(bytes)
      }
      sockets.push(socket)
      if (sockets.length === connections) began = performance.now()
      send()
      await ended
    }),
  )
  for (const socket of sockets) socket.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    perSecond: (times.length / (endedAt - began)) * 1000,
    p50: at(0.5),
    p99: at(0.99),
    answers,
    calls: times.length,
  }
}

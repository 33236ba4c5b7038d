import type { Duplex } from 'node:stream'
import { fatal, isListen, newsIn, simpleQuery, welcome, wireReader } from './embedded-db-wire.ts'

/** The embedded database: one session that runs one group of messages at a time, and blocks while it does. */
export type Engine = {
  /** Runs a group of messages. @returns the answer, ready for the wire. */
  run(group: Uint8Array): Uint8Array
  inTransaction(): boolean
}

/** A transaction whose client says nothing for this long is rolled back: it holds everybody else up. */
const silenceMaxMs = 60_000

type Session = { readonly stream: Duplex; readonly waiting: Uint8Array[] }

/**
 * Serves one engine to many connections. A connection in a transaction has the engine to itself until it ends it;
 * the others wait in the order they came. A connection that closes in a transaction is rolled back. The engine tells news to whoever
 * made them, for it knows one session only; they are handed on to the connections that asked for them.
 */
export function engineServer(engine: Engine): (stream: Duplex) => void {
  /** Connections with something to run, the first come first. The holder is never among them. */
  const queue: Session[] = []
  const listening = new Set<Session>()
  let holder: Session | undefined
  let silence: NodeJS.Timeout | undefined
  let pumping = false

  const step = () => {
    clearTimeout(silence)
    const session = holder ?? queue.shift()
    const group = session?.waiting.shift()
    if (!session || !group) {
      pumping = false
      if (holder) silence = setTimeout(giveUp, silenceMaxMs, holder)
      return
    }
    if (isListen(group)) listening.add(session)
    const answer = engine.run(group)
    session.stream.write(answer)
    if (listening.size > 0)
      for (const news of newsIn(answer))
        for (const { stream } of listening) if (stream !== session.stream && stream.writable) stream.write(news)
    holder = engine.inTransaction() ? session : undefined
    if (!holder && session.waiting.length) queue.push(session)
    // Sockets are read between two groups, so that everybody's turn comes.
    setImmediate(step)
  }
  const pump = () => {
    if (!pumping) setImmediate(step)
    pumping = true
  }
  const ask = (session: Session, group: Uint8Array) => {
    session.waiting.push(group)
    if (session !== holder && session.waiting.length === 1) queue.push(session)
    pump()
  }
  const leave = (session: Session) => {
    session.waiting.length = 0
    listening.delete(session)
    const at = queue.indexOf(session)
    if (at >= 0) queue.splice(at, 1)
    if (holder !== session) return
    engine.run(simpleQuery('ROLLBACK'))
    holder = undefined
    pump()
  }
  const giveUp = (session: Session) => {
    session.stream.end(fatal('25P03', 'the transaction was silent for too long'))
    leave(session)
  }

  return (stream) => {
    const session: Session = { stream, waiting: [] }
    const read = wireReader()
    stream.on('data', (chunk: Uint8Array) => {
      try {
        for (const incoming of read(chunk))
          if (incoming.kind === 'encryption?') stream.write('N')
          else if (incoming.kind === 'startup') stream.write(welcome())
          else if (incoming.kind === 'end') stream.end()
          else ask(session, incoming.bytes)
      } catch (error) {
        stream.end(fatal('08P01', String(error)))
      }
    })
    stream.on('error', () => stream.destroy())
    stream.on('close', () => leave(session))
  }
}

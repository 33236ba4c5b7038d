/**
 * The frames of PostgreSQL's wire protocol, version 3, as far as a server needs them that hands them on to an embedded
 * engine: where a message ends, where a group of messages ends that is answered together, and the greeting.
 */

const sslRequest = 80_877_103
const cancelRequest = 80_877_102
const gssRequest = 80_877_104
/** The longest message taken, bytes. */
const messageMax = 64 * 1024 * 1024

/** What a client sent that is complete. */
export type Incoming =
  /** Asks whether the connection can be encrypted: answered with one letter, N. */
  | { readonly kind: 'encryption?' }
  | { readonly kind: 'startup' }
  /** Messages up to a Sync, or one simple query: run as one, answered as one. */
  | { readonly kind: 'group'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }

/** Cuts a stream of bytes into what is complete. One for each connection. @throws on a message that cannot be. */
export function wireReader(): (chunk: Uint8Array) => Incoming[] {
  let rest: Uint8Array = new Uint8Array(0)
  let started = false
  /** End of the last whole message of a group that is not complete yet. */
  let scanned = 0

  return (chunk) => {
    rest = rest.length ? concat(rest, chunk) : chunk
    const incoming: Incoming[] = []
    for (;;) {
      const at = started ? scanned + 1 : 0
      if (rest.length < at + 4) return incoming
      const length = view(rest).getInt32(at)
      if (length < 4 || length > messageMax) throw new RangeError(`a message of ${length} bytes`)
      const end = at + length
      if (rest.length < end) return incoming
      if (!started) {
        const what = greeting(rest)
        started = what.kind === 'startup'
        incoming.push(what)
        rest = rest.slice(end)
        continue
      }
      const letter = String.fromCharCode(rest[scanned] ?? 0)
      scanned = end
      if (letter === 'X') return [...incoming, { kind: 'end' }]
      if (letter !== 'S' && letter !== 'Q') continue
      incoming.push({ kind: 'group', bytes: rest.slice(0, end) })
      rest = rest.slice(end)
      scanned = 0
    }
  }
}

function greeting(bytes: Uint8Array): Incoming {
  const version = view(bytes).getInt32(4)
  if (version === sslRequest || version === gssRequest) return { kind: 'encryption?' }
  if (version === cancelRequest) return { kind: 'end' }
  if (version >> 16 !== 3) throw new RangeError('only protocol version 3 is spoken')
  return { kind: 'startup' }
}

/** The answer to a startup message: you are in, this is how I write values, ask. */
export function welcome(): Uint8Array {
  const parameters = {
    server_version: '18.6',
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    standard_conforming_strings: 'on',
    integer_datetimes: 'on',
    DateStyle: 'ISO, MDY',
    TimeZone: 'UTC',
  }
  return [
    message('R', [0, 0, 0, 0]),
    ...Object.entries(parameters).map(([name, value]) => message('S', encoder.encode(`${name}\0${value}\0`))),
    message('K', [0, 0, 0, 1, 0, 0, 0, 1]),
    message('Z', encoder.encode('I')),
  ].reduce(concat)
}

/** Whether a group of messages asks for news. */
export const isListen = (group: Uint8Array): boolean =>
  group[0] === 'Q'.charCodeAt(0) && decoder.decode(group.subarray(5, 5 + 'LISTEN '.length)) === 'LISTEN '

/** The messages in an answer that tell news, whole, for others to be handed on. */
export function newsIn(answer: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at + 5 <= answer.length; ) {
    const end = at + 1 + view(answer).getInt32(at + 1)
    if (answer[at] === 'A'.charCodeAt(0)) found.push(answer.slice(at, end))
    at = end
  }
  return found
}

/** A simple query, to be given to the engine. */
export const simpleQuery = (text: string): Uint8Array => message('Q', encoder.encode(`${text}\0`))

/** A fatal error, the last thing a client hears. */
export const fatal = (sqlState: string, text: string): Uint8Array =>
  message('E', encoder.encode(`SFATAL\0VFATAL\0C${sqlState}\0M${text}\0\0`))

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function message(letter: string, body: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(5 + body.length)
  bytes[0] = letter.charCodeAt(0)
  view(bytes).setInt32(1, 4 + body.length)
  bytes.set(body, 5)
  return bytes
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

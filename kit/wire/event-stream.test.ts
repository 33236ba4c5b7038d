import { describe, expect, it } from 'vitest'
import { createEventReader, heartbeat, writeEvent } from './event-stream.ts'

const [first, second] = [
  { id: 'a.b', event: 'balance', data: '{"items":[]}' },
  { id: 'a.c', event: 'deposit', data: '{"items":[{"id":7}]}' },
] as const

describe('a stream of events', () => {
  it('is read as it was written, in pieces of any size', () => {
    const text = `${writeEvent(first)}${heartbeat}${writeEvent(second)}`
    for (let size = 1; size <= text.length; size += 1) {
      const read = createEventReader()
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, (at + 1) * size),
      )
      expect(pieces.flatMap(read), `${size}`).toEqual([first, second])
    }
  })

  it('says nothing for heartbeats, and nothing before a block has ended', () => {
    const read = createEventReader()
    expect(read(`${heartbeat}: a comment\n\n`)).toEqual([])
    expect(read('id: 1\nevent: hello\ndata: {}\n')).toEqual([])
    expect(read('\n')).toEqual([{ id: '1', event: 'hello', data: '{}' }])
  })

  it('may use the other line ends, and data of several lines', () => {
    expect(createEventReader()('event: notice\r\ndata: a\r\ndata: b\r\n\r\n')).toEqual([
      { id: '', event: 'notice', data: 'a\nb' },
    ])
  })

  it('is refused when a block does not end', () => {
    const read = createEventReader()
    expect(() => read('x'.repeat(300_000))).toThrow(RangeError)
  })
})

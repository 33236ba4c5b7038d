import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simpleQuery, wireReader } from './embedded-db-wire.ts'

const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))
const startup = bytes([0, 0, 0, 9, 0, 3, 0, 0, 0])
const parse = bytes('P', [0, 0, 0, 8], 'abcd')
const sync = bytes('S', [0, 0, 0, 4])

describe('the wire of the embedded database', () => {
  it('cuts a stream into greetings and groups, however it is broken up', () => {
    const stream = Buffer.concat([startup, parse, parse, sync, simpleQuery('SELECT 1'), parse, sync])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: stream.length }), { maxLength: 8 }), (cuts) => {
        const read = wireReader()
        const places = [0, ...[...new Set(cuts)].sort((a, b) => a - b), stream.length]
        const got = places.slice(1).flatMap((place, index) => read(stream.subarray(places[index], place)))
        expect(got.map(({ kind }) => kind)).toEqual(['startup', 'group', 'group', 'group'])
        const groups = got.flatMap((item) => (item.kind === 'group' ? [Buffer.from(item.bytes)] : []))
        expect(Buffer.concat(groups)).toEqual(stream.subarray(startup.length))
        expect(groups.map((group) => group.length)).toEqual([
          2 * parse.length + sync.length,
          14,
          parse.length + sync.length,
        ])
      }),
    )
  })

  it('answers a question for encryption before the greeting, and knows the end', () => {
    const read = wireReader()
    expect(read(bytes([0, 0, 0, 8, 4, 210, 22, 47]))).toEqual([{ kind: 'encryption?' }])
    expect(read(startup)).toEqual([{ kind: 'startup' }])
    expect(read(bytes('X', [0, 0, 0, 4]))).toEqual([{ kind: 'end' }])
  })

  it('refuses what no client of ours sends', () => {
    expect(() => wireReader()(bytes([0, 0, 0, 8, 0, 2, 0, 0]))).toThrow('version 3')
    expect(() => wireReader()(bytes([127, 0, 0, 0]))).toThrow('bytes')
    expect(() => wireReader()(bytes([0, 0, 0, 1]))).toThrow('bytes')
  })
})

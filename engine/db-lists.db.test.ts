import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#kit/store/db.ts'
import { int2List, int4List, int8List, momentList, textList } from './db-lists.server.ts'
import { testDb } from './test/test-db.ts'

let db: Db
beforeAll(async () => {
  db = await testDb()
})
afterAll(() => db.close())

const readBack = async (list: Buffer, type: string): Promise<string | undefined> =>
  (await db.query<{ text: string }>(`SELECT $1::${type}::text AS text`, [list]))[0]?.text

describe('lists in the database’s own form', () => {
  it('are read as the numbers they were made from', async () => {
    expect(await readBack(int2List([-32768, -1, 0, 32767]), 'int2[]')).toBe('{-32768,-1,0,32767}')
    expect(await readBack(int4List([-(2 ** 31), -1, 0, 2 ** 31 - 1]), 'int4[]')).toBe('{-2147483648,-1,0,2147483647}')
    expect(await readBack(int8List([-1, 0, 2 ** 40, Number.MIN_SAFE_INTEGER]), 'int8[]')).toBe(
      '{-1,0,1099511627776,-9007199254740991}',
    )
    expect(await readBack(int8List([-(2n ** 63n), -1n, 2n ** 63n - 1n]), 'int8[]')).toBe(
      '{-9223372036854775808,-1,9223372036854775807}',
    )
    expect(await readBack(int8List(new BigInt64Array([5n, -5n])), 'int8[]')).toBe('{5,-5}')
    expect(await readBack(int8List([]), 'int8[]')).toBe('{}')
  })

  it('are read as the moments they were made from', async () => {
    const moments = ['1970-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2026-11-21T10:00:00.001Z']
    expect(
      await db.query('SELECT m FROM unnest($1::timestamptz[]) m', [
        momentList(moments.map((text) => new Date(text).getTime())),
      ]),
    ).toEqual(moments.map((text) => ({ m: new Date(text) })))
  })

  it('are read as the texts they were made from, short or long, in any script, or none', async () => {
    for (const texts of [
      ['a', '', 'NULL', '"{},\\'],
      ['a', undefined, 'b'],
      [undefined],
      ['é', '对', 'اردو', '😀'],
      ['x'.repeat(255), 'y'.repeat(256), 'é'.repeat(300), undefined],
    ])
      expect(await db.query('SELECT t FROM unnest($1::text[]) t', [textList(texts)])).toEqual(
        texts.map((t) => ({ t: t ?? null })),
      )
  })

  it('are not made from what does not fit', () => {
    expect(() => int2List([32768])).toThrow(RangeError)
    expect(() => int4List([2 ** 31])).toThrow(RangeError)
    expect(() => int4List([0.5])).toThrow(RangeError)
    expect(() => int8List([2 ** 53])).toThrow(RangeError)
    expect(() => int8List([2n ** 63n])).toThrow(RangeError)
    expect(() => momentList([Number.NaN])).toThrow(RangeError)
  })

  it('leave bytes what they are', async () => {
    const bytes = Buffer.from([0, 255, 1, 92])
    expect((await db.query<{ b: Uint8Array }>('SELECT $1::bytea AS b', [bytes]))[0]?.b).toEqual(new Uint8Array(bytes))
  })
})

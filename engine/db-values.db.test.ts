import { describe, expect, it } from 'vitest'
import { testDb } from './test/test-db.ts'

describe('values to and from the database', () => {
  it('are the same for every type we use', async () => {
    const db = await testDb()
    const moment = new Date('2026-11-21T10:20:30.123Z')
    const [row] = await db.query(
      `SELECT $1::int8 AS big, $2::int4 AS small, $3::numeric AS exact, $4::timestamptz AS moment, $5::jsonb AS json,
        $6::bytea AS bytes, $7::text[] AS texts, $8::int8[] AS bigs, $9::boolean AS yes, $10::text AS nothing,
        $11::date AS day, $12::timestamptz[] AS moments, $13::float8 AS rough`,
      [
        9_223_372_036_854_775_807n,
        -7,
        '12.50',
        moment,
        { a: [1, 'x'] },
        new Uint8Array([0, 255]),
        ['a"b', 'c,d', '', 'NULL', null, '{\\}', 'ü'],
        [1n, -2n],
        true,
        undefined,
        '2026-11-21',
        [moment, null],
        1.5,
      ],
    )
    expect(row).toEqual({
      big: 9_223_372_036_854_775_807n,
      small: -7,
      exact: '12.50',
      moment,
      json: { a: [1, 'x'] },
      bytes: new Uint8Array([0, 255]),
      texts: ['a"b', 'c,d', '', 'NULL', null, '{\\}', 'ü'],
      bigs: [1n, -2n],
      yes: true,
      nothing: null,
      day: '2026-11-21',
      moments: [moment, null],
      rough: 1.5,
    })
    await db.close()
  })
})

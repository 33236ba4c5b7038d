import { expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available, outside } from '../posting/chart.ts'
import { ledgerOf } from '../posting/ledger.store.ts'
import { beginMonth, countPostings } from './month.store.ts'

/** Months since January 2026. */
const monthOf = (id: bigint) => id >> 44n

it('numbers postings within their month, begins it once, and counts what all months hold', async () => {
  const db = await testDb()
  const to = available('ANA0000000' as WalletId)
  const at = new Date('2026-11-21T10:00:00Z')
  const postings = [{ from: outside('eth'), to, asset: 'USDT', units: 10n, code: 2 }] as const
  for (const key of ['first', 'second']) {
    expect(await ledgerOf(db).submit({ key, at, postings })).toBe('posted')
    await beginMonth(db)
  }
  const rows = await db.query<{ id: bigint }>('SELECT id FROM record ORDER BY id')
  const [now] = await db.query<{ month: bigint }>(
    `SELECT ((extract(year FROM now() AT TIME ZONE 'UTC') - 2026) * 12 + extract(month FROM now() AT TIME ZONE 'UTC') - 1)::int8 AS month`,
  )
  expect(rows.map(({ id }) => monthOf(id))).toEqual([now?.month, now?.month])
  await countPostings(db)
  expect(await db.query("SELECT reltuples::int4 AS count FROM pg_class WHERE oid = 'books.posting'::regclass")).toEqual(
    [{ count: 2 }],
  )
  await db.close()
})

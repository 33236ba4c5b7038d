import { performance } from 'node:perf_hooks'
import type { Db } from '#kit/store/db.ts'
import { issued } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { benchWallet, benchWallets } from './load.ts'

/** Milliseconds for one day's postings, and for inserting the same rows directly. */
export type BulkSample = { readonly ours: number; readonly raw: number }

const at = new Date('2026-11-22T00:00:00Z')

/** Copies the ledger tables with data and indexes but without guards. */
export async function prepareRaw(db: Db): Promise<void> {
  const names = ['posting', 'entry_key', 'account']
  for (const name of names)
    await db.exec(`CREATE TABLE raw_${name} (LIKE books.${name} INCLUDING ALL EXCLUDING GENERATED);
      INSERT INTO raw_${name} SELECT * FROM books.${name}; ANALYZE raw_${name}`)
}

export async function settleOnce(db: Db, day: number): Promise<BulkSample> {
  const entries = Array.from({ length: benchWallets }, (_, place): Entry => {
    const key = `settle:power:${day}:${place}`
    const units = BigInt(100 + ((place * 7) % 1000))
    return {
      key,
      at,
      ref: `order:${place}`,
      postings: [{ from: issued, to: benchWallet(place), asset: 'POWER', units, code: 2 }],
    }
  })
  let began = performance.now()
  await db.transaction((tx) => postMany(tx, entries))
  const ours = performance.now() - began

  await db.exec(`DROP TABLE IF EXISTS staged_posting, staged_account, staged_key;
    CREATE TABLE staged_key AS SELECT * FROM books.entry_key WHERE key LIKE 'settle:power:${day}:%';
    CREATE TABLE staged_posting AS SELECT * FROM books.posting WHERE entry IN (SELECT entry FROM staged_key);
    CREATE TABLE staged_account AS SELECT a.* FROM books.account a WHERE a.asset = 6;
    INSERT INTO raw_account SELECT * FROM staged_account ON CONFLICT DO NOTHING;
    ANALYZE staged_posting; ANALYZE staged_account`)
  began = performance.now()
  await db.transaction(async (tx) => {
    await tx.query('INSERT INTO raw_entry_key SELECT * FROM staged_key')
    await tx.query('INSERT INTO raw_posting SELECT * FROM staged_posting')
    await tx.query(
      'UPDATE raw_account a SET balance = s.balance, room = NULL FROM staged_account s WHERE a.lane = s.lane AND a.id = s.id',
    )
  })
  return { ours, raw: performance.now() - began }
}

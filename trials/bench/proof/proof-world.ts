import { assetNumber, coins } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'

export const proofDay = '2026-11-21' as Day

/**
 * Inserts wallets and the day's cutoff directly with triggers off, so only the proof is measured. Each wallet has two available coins, one
 * locked coin and a promised order.
 */
export async function makeProofWorld(db: Db, wallets: number): Promise<void> {
  const postings = coins.map((asset) => ({ from: outside('bsc'), to: company('capital'), asset, units: 1n }))
  await db.transaction((tx) => post(tx, { key: 'begin', at: startOf(proofDay), postings }))
  const [usdt, wld] = [assetNumber('USDT'), assetNumber('WLD')]
  const wallet = `'W' || lpad(n::text, 9, '0')`
  const own = (owner: string, purpose: string, asset: number, name: string, units: string) =>
    `SELECT ${owner}, '${purpose}', ${asset}::int2, ${wallet}, (SELECT number FROM account_class WHERE name = '${name}'), 0, ${units}
     FROM generate_series(1, ${wallets}) n`
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query(
      `INSERT INTO books.account (owner, purpose, asset, holder, class, floor, balance)
       ${own(`'wallet:' || ${wallet}`, 'available', usdt, 'wallet.available', 'n::int8 * 7919 % 1000003 * 12345')}
       UNION ALL ${own(`'wallet:' || ${wallet}`, 'available', wld, 'wallet.available', 'n::int8 * 104729 % 1000003')}
       UNION ALL ${own(`'wallet:' || ${wallet}`, 'held', usdt, 'wallet.held', '1 + n')}
       UNION ALL ${own(`'order:' || n`, 'principal', usdt, 'order.dual.principal', '1000 + n')}
       UNION ALL ${own(`'order:' || n`, 'promised', usdt, 'order.dual.promised', '10 + n')}`,
    )
    await tx.query(
      `UPDATE books.account o SET balance = -(SELECT sum(a.balance) FROM books.account a WHERE a.asset = o.asset AND a.id <> o.id)
       WHERE o.owner = 'outside:bsc'`,
    )
    await tx.query(
      'INSERT INTO settlement_day (day, snapshot_posting, finished_at) SELECT $1, max(id), $2 FROM books.posting',
      [proofDay, startOf(addDays(proofDay, 1))],
    )
  })
  await db.query('VACUUM ANALYZE')
}

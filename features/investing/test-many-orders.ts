import type { Db } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { available, principal } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'

const one = 100_000_000n

/** Copies an order. Each copy holds one coin, which the wallet must have. */
export async function multiplyOrder(
  db: Db,
  { orderId, walletId, times, at }: { orderId: number; walletId: WalletId; times: number; at: Date },
): Promise<void> {
  const columns = await db.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_name = 'investment_order' AND is_identity = 'NO' AND is_generated = 'NEVER'`,
  )
  const names = columns.map(({ name }) => name).join(', ')
  await db.transaction(async (tx) => {
    const copies = await tx.query<{ id: bigint }>(
      `INSERT INTO investment_order (${names}) SELECT ${names} FROM investment_order, generate_series(1, $2) WHERE id = $1 RETURNING id`,
      [orderId, times],
    )
    const entries = copies.map(({ id }): Entry => {
      const to = principal(Number(id) as OrderId, walletId, 'compound')
      const postings = [{ from: available(walletId), to, asset: 'USDT', units: one, code: 6 }] as const
      return { key: `copy:${id}`, at, ref: `order:${id}`, postings }
    })
    await postMany(tx, entries)
  })
}

import type { Sql, Tx } from '#kit/store/db.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { Product } from '../terms/order.ts'

/** Also reopens an ended sale. Keeps the terms. */
export async function openSale(tx: Tx, id: number, from: Date): Promise<void> {
  await tx.query('UPDATE product SET open_from = $2, ended_at = NULL WHERE id = $1', [id, from])
}

/** Running orders keep their terms until their round ends and do not renew. */
export async function endSale(tx: Tx, id: number, at: Date): Promise<void> {
  await tx.query('UPDATE product SET ended_at = $2 WHERE id = $1', [id, at])
}

export async function countOnSale(sql: Sql, line: LineId, now: Date): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM product WHERE line = $1 AND (ended_at IS NULL OR ended_at > $2)',
    [line, now],
  )
  return Number(row?.count ?? 0n)
}

/** Keeps the periods. Each order keeps its copy of the terms; orders with the old terms do not renew. The database raises the version. */
export async function changeTerms(tx: Tx, { id, periods, ...product }: Product): Promise<void> {
  await tx.query(
    `UPDATE product SET minimum_units = $2, maximum_value_units = $3, power_per_day = $4, exit_fee = $5, line_terms = $6::text::jsonb
     WHERE id = $1`,
    [
      id,
      product.minimumUnits,
      product.maximumValueUnits,
      product.powerPerDay,
      product.exitFee ?? null,
      JSON.stringify(product.lineTerms ?? {}),
    ],
  )
  await tx.query(
    `UPDATE product_period p SET rate = n.rate, side_share = n.side_share, power_per_day = n.power, weight = n.weight
     FROM unnest($2::int4[], $3::text[], $4::text[], $5::text[], $6::text[]) AS n (days, rate, side_share, power, weight)
     WHERE p.product_id = $1 AND p.days = n.days
       AND (p.rate, p.side_share, p.power_per_day, p.weight) IS DISTINCT FROM (n.rate, n.side_share, n.power, n.weight)`,
    [
      id,
      periods.map(({ days }) => days),
      periods.map(({ rate }) => rate),
      periods.map(({ sideShare }) => sideShare),
      periods.map(({ powerPerDay }) => powerPerDay ?? null),
      periods.map(({ weight }) => weight ?? null),
    ],
  )
}

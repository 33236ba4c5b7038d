import type * as v from 'valibot'
import { showUnits } from '#kit/amount/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { classes, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { keepUp } from '#ledger/records/history.store.ts'
import { paidTo } from '#ledger/records/paid-records.store.ts'
import { lineOf, productLines } from '../registry.ts'
import type { income, nodeIncome, orderRecord } from '../terms/fields.ts'
import type { PowerFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'

type OrderRecord = v.InferOutput<typeof orderRecord>
type Incomes = { readonly items: v.InferOutput<typeof income>[]; readonly next: string }

const available = classNumber('wallet.available')

/** More than a year of daily records. */
const recordsMax = 500

/** Movements of the order's accounts and changes of its POWER, newest first. */
export async function loadOrderRecords(sql: Sql, order: Order): Promise<OrderRecord[]> {
  await keepUp(sql, order.walletId)
  const side = (column: 'debit' | 'credit', account: string) =>
    `(SELECT p.id FROM record p WHERE p.lane = $1 AND p.${column} = ${account} AND p.code >= 0 ORDER BY p.id DESC LIMIT $6)`
  const paid = (from: string, to: string, asset: string) =>
    `(${to} = $8 AND (${asset} = $5 OR $7) OR ${from} = $8 AND ${asset} = $5)`
  const rows = await sql.query<{
    id: bigint
    at: Date
    code: number
    asset: number
    amount: bigint
    direction: OrderRecord['direction']
  }>(
    // Separate lookups, because a join may scan all postings.
    `WITH own AS MATERIALIZED (SELECT id FROM balance WHERE lane = $1 AND owner = $3),
     spendable AS MATERIALIZED (SELECT id FROM balance WHERE lane = $1 AND owner = $4 AND purpose = 'available'),
     moved AS (
       SELECT p.id FROM own, LATERAL (${side('debit', 'own.id')} UNION ALL ${side('credit', 'own.id')}) p
       UNION (SELECT r.id FROM own_record r WHERE r.lane = $1 AND r.holder = $2 AND r.order_ref = $3 AND ${paid('r.from_class', 'r.to_class', 'r.asset')}
         ORDER BY r.id DESC LIMIT $6)
       UNION SELECT l.id FROM late_leg l WHERE l.lane = $1 AND l.holder = $2 AND l.order_ref = $3 AND l.class = $8
         AND (l.asset = $5 OR $7 AND l.units_in > 0)
       ORDER BY id DESC LIMIT $6
     )
     SELECT p.id, p.happened_at AS at, p.code, p.asset, p.amount,
       CASE WHEN p.credit IN (SELECT id FROM spendable) THEN 'in' WHEN p.debit IN (SELECT id FROM spendable) THEN 'out'
         WHEN p.credit IN (SELECT id FROM own) THEN 'inside' ELSE 'gone' END AS direction
     FROM moved CROSS JOIN LATERAL (SELECT * FROM record r WHERE r.lane = $1 AND r.id = moved.id OFFSET 0) p WHERE p.code >= 0 ORDER BY p.id DESC`,
    [
      ...[laneOf(order.walletId), order.walletId, `order:${order.id}`, `wallet:${order.walletId}`],
      ...[assetNumber('POWER'), recordsMax, lineOf(order.terms.line).share !== undefined, available],
    ],
  )
  return rows.map((row) => ({
    ...row,
    id: String(row.id),
    at: row.at.toISOString(),
    asset: assetOf(row.asset),
    amount: showUnits(row.amount),
  }))
}

const nodeCodes = [39, 40] as const

/** Node income by record code and coin. Null for other lines. */
export async function loadNodeIncome(sql: Sql, order: Order): Promise<v.InferOutput<typeof nodeIncome>[] | null> {
  if (order.terms.line !== 'node') return null
  await keepUp(sql, order.walletId)
  const rows = await sql.query<{ code: number; asset: number; units: string }>(
    `SELECT code, asset, sum(units_in)::text AS units FROM own_order
     WHERE lane = $1 AND holder = $2 AND order_ref = $3 AND class = $4 AND code = ANY ($5::int2[]) GROUP BY code, asset ORDER BY asset`,
    [laneOf(order.walletId), order.walletId, `order:${order.id}`, available, nodeCodes],
  )
  return nodeCodes.map((code) => ({
    code,
    amounts: rows
      .filter((row) => row.code === code)
      .map(({ asset, units }) => ({ asset: assetOf(asset), amount: showUnits(BigInt(units)) })),
  }))
}

/** POWER the order granted, and the holder's POWER balance. */
export async function loadPowerFacts(sql: Sql, order: Order): Promise<PowerFacts> {
  await keepUp(sql, order.walletId)
  const [row] = await sql.query<{ granted: string | null; available: bigint | null }>(
    `SELECT (SELECT sum(units_in)::text FROM own_order
         WHERE lane = $1 AND holder = $2 AND order_ref = $3 AND class = $4 AND asset = $5) AS granted,
       (SELECT balance FROM balance WHERE lane = $1 AND owner = $6 AND purpose = 'available' AND asset = $5) AS available`,
    [
      ...[laneOf(order.walletId), order.walletId, `order:${order.id}`, available],
      ...[assetNumber('POWER'), `wallet:${order.walletId}`],
    ],
  )
  return { granted: BigInt(row?.granted ?? '0'), available: row?.available ?? 0n }
}

/** Record codes for interest, shares, dividends and POWER. */
const incomeCodes = {
  coin: productLines.flatMap(({ pool }) => [...(pool?.incomeCodes ?? []), ...(pool?.bonus?.codes ?? [])]),
  power: [...new Set(productLines.flatMap((line) => line.codes.power))],
} as const
const incomeAssets = { coin: coins, power: ['POWER'] } as const
/** Market coins returned at a term's end share the daily income's code, but are not income. */
const incomePayers = classes.filter((name) => !name.startsWith('market.'))

export async function loadIncomes(
  sql: Sql,
  walletId: WalletId,
  kind: keyof typeof incomeCodes,
  page: { readonly cursor: string; readonly limit: number },
): Promise<Incomes> {
  const found = await paidTo(sql, {
    ...{ walletId, assets: incomeAssets[kind], codes: incomeCodes[kind], from: incomePayers, limit: page.limit },
    before: /^\d{1,18}$/.test(page.cursor) ? BigInt(page.cursor) : undefined,
  })
  const items = found.map(({ id, at, code, asset, units, ref, intoOrder }) => ({
    id: String(id),
    at: at.toISOString(),
    code,
    asset,
    amount: showUnits(units),
    orderId: orderIn(ref),
    reinvested: intoOrder,
  }))
  return { items, next: found.length === page.limit ? String(found.at(-1)?.id ?? '') : '' }
}

const orderIn = (ref: string | null): number | null => {
  const match = /^order:(\d+)$/.exec(ref ?? '')
  return match ? Number(match[1]) : null
}

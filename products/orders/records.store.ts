import type * as v from 'valibot'
import { showUnits } from '#kit/amount.ts'
import { assetNumber, assetOf, coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { lineOf, productLines } from '../registry.ts'
import type { income, nodeIncome, orderRecord } from '../terms/fields.ts'
import type { PowerFacts } from '../terms/line.ts'
import type { Order } from '../terms/order.ts'

type OrderRecord = v.InferOutput<typeof orderRecord>
type Incomes = { readonly items: v.InferOutput<typeof income>[]; readonly next: string }

/** Records of one order shown with it: more than a year of days. */
const recordsMax = 500

/** Every movement of an order that its holder sees, newest first: those of its own accounts, and the POWER it granted or took back. */
export async function loadOrderRecords(sql: Sql, order: Order): Promise<OrderRecord[]> {
  const rows = await sql.query<{
    id: bigint
    at: Date
    code: number
    asset: number
    amount: bigint
    direction: OrderRecord['direction']
  }>(
    // Looked up one by one: joined, a plan may read all postings there are from the newest on.
    `WITH own AS (SELECT id, purpose FROM balance WHERE owner = $1),
     spendable AS (SELECT id, asset FROM balance WHERE owner = $2 AND purpose = 'available'),
     moved AS (
       SELECT p.id FROM own JOIN record p ON p.debit = own.id
       UNION SELECT p.id FROM own JOIN record p ON p.credit = own.id
       UNION SELECT p.id FROM spendable s JOIN record p ON p.credit = s.id
         WHERE (s.asset = $3 OR $5) AND p.ref = $1
       UNION SELECT p.id FROM spendable s JOIN record p ON p.debit = s.id
         WHERE s.asset = $3 AND p.ref = $1
     )
     SELECT p.id, p.happened_at AS at, p.code, p.asset, p.amount,
       CASE WHEN p.credit IN (SELECT id FROM spendable) THEN 'in' WHEN p.debit IN (SELECT id FROM spendable) THEN 'out'
         WHEN p.credit IN (SELECT id FROM own) THEN 'inside' ELSE 'gone' END AS direction
     FROM moved CROSS JOIN LATERAL (SELECT * FROM record r WHERE r.id = moved.id OFFSET 0) p WHERE p.code >= 0 ORDER BY p.id DESC LIMIT $4`,
    [
      `order:${order.id}`,
      `wallet:${order.walletId}`,
      assetNumber('POWER'),
      recordsMax,
      lineOf(order.terms.line).share !== undefined,
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

/** Record codes of what a node pays. */
const nodeCodes = [39, 40] as const

/** What a node paid its holder in all, by record code and coin; null for any other order. */
export async function loadNodeIncome(sql: Sql, order: Order): Promise<v.InferOutput<typeof nodeIncome>[] | null> {
  if (order.terms.line !== 'node') return null
  const rows = await sql.query<{ code: number; asset: number; units: string }>(
    `SELECT p.code, p.asset, sum(p.amount)::text AS units
     FROM balance a JOIN record p ON p.lane = a.lane AND p.credit = a.id AND p.ref = $2 AND p.code = ANY ($3::int2[])
     WHERE a.owner = $1 AND a.purpose = 'available' GROUP BY p.code, p.asset ORDER BY p.asset`,
    [`wallet:${order.walletId}`, `order:${order.id}`, nodeCodes],
  )
  return nodeCodes.map((code) => ({
    code,
    amounts: rows
      .filter((row) => row.code === code)
      .map(({ asset, units }) => ({ asset: assetOf(asset), amount: showUnits(BigInt(units)) })),
  }))
}

/** The POWER an order granted its holder so far, and what the holder has of any. */
export async function loadPowerFacts(sql: Sql, order: Order): Promise<PowerFacts> {
  const [row] = await sql.query<{ granted: string | null; available: bigint | null }>(
    `SELECT (SELECT sum(p.amount)::text FROM record p WHERE p.lane = a.lane AND p.credit = a.id AND p.ref = $3) AS granted,
       a.balance AS available
     FROM balance a WHERE a.owner = $1 AND a.purpose = 'available' AND a.asset = $2`,
    [`wallet:${order.walletId}`, assetNumber('POWER'), `order:${order.id}`],
  )
  return { granted: BigInt(row?.granted ?? '0'), available: row?.available ?? 0n }
}

/** Record codes of what orders pay: interest, shares and dividends in coins, or computing power. */
const incomeCodes = {
  coin: productLines.flatMap(({ pool }) => [...(pool?.incomeCodes ?? []), ...(pool?.bonus?.codes ?? [])]),
  power: [...new Set(productLines.flatMap((line) => line.codes.power))],
} as const
const incomeAssets = { coin: coins.map(assetNumber), power: [assetNumber('POWER')] }

/** What a wallet's orders paid, newest first. */
export async function loadIncomes(
  sql: Sql,
  walletId: WalletId,
  kind: keyof typeof incomeCodes,
  page: { readonly cursor: string; readonly limit: number },
): Promise<Incomes> {
  const rows = await sql.query<{
    id: bigint
    at: Date
    code: number
    asset: number
    amount: bigint
    ref: string | null
    reinvested: boolean
  }>(
    `SELECT p.id, p.happened_at AS at, p.code, p.asset, p.amount, p.ref, a.purpose = 'principal' AS reinvested
     FROM balance a JOIN record p ON p.lane = a.lane AND p.credit = a.id
     WHERE a.holder = $1 AND p.code = ANY ($2::int[]) AND a.asset = ANY ($3::int[])
       AND ($4::bigint IS NULL OR p.id < $4)
       AND (p.code <> 13 OR (SELECT f.purpose FROM balance f WHERE f.lane = p.lane AND f.id = p.debit) <> 'reserve')
     ORDER BY p.id DESC LIMIT $5`,
    [walletId, incomeCodes[kind], incomeAssets[kind], /^\d{1,18}$/.test(page.cursor) ? page.cursor : null, page.limit],
  )
  const items = rows.map(({ id, at, code, asset, amount, ref, reinvested }) => ({
    id: String(id),
    at: at.toISOString(),
    code,
    asset: assetOf(asset),
    amount: showUnits(amount),
    orderId: orderIn(ref),
    reinvested,
  }))
  return { items, next: rows.length === page.limit ? String(rows.at(-1)?.id ?? '') : '' }
}

/** The order an entry belongs to: its reference is "order:12". */
const orderIn = (ref: string | null): number | null => {
  const match = /^order:(\d+)$/.exec(ref ?? '')
  return match ? Number(match[1]) : null
}

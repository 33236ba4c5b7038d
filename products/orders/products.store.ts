import type { Coin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { DbIdentity, Sql, Tx } from '#kit/store/db.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { Order, Paid, Period, Product } from '../terms/order.ts'
import type { Card } from './card.ts'

type ProductRow = {
  id: bigint
  line: LineId
  base: Coin
  side: Coin | null
  minimumUnits: bigint
  maximumValueUnits: bigint
  powerPerDay: string
  exitFee: string | null
  termsVersion: number
  quotaUnits: bigint | null
  needsReservation: boolean
  openFrom: Date
  endedAt: Date | null
  lineTerms: Required<Product>['lineTerms']
  periods: Period[]
}

const columns = `p.id, p.line, p.base_coin AS base, p.side_coin AS side, p.minimum_units AS "minimumUnits",
  p.maximum_value_units AS "maximumValueUnits", p.power_per_day AS "powerPerDay", p.exit_fee AS "exitFee", p.terms_version AS "termsVersion",
  p.open_from AS "openFrom", p.ended_at AS "endedAt", p.line_terms AS "lineTerms",
  p.quota_units AS "quotaUnits", p.needs_reservation AS "needsReservation",
  (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('days', t.days, 'rate', t.rate,
     'sideShare', t.side_share, 'powerPerDay', t.power_per_day, 'weight', t.weight)) ORDER BY t.days), '[]')
   FROM product_period t WHERE t.product_id = p.id) AS periods`

const toProduct = (row: ProductRow): Product => ({
  ...row,
  id: Number(row.id),
  side: row.side ?? undefined,
  exitFee: row.exitFee ?? undefined,
  quotaUnits: row.quotaUnits ?? undefined,
  endedAt: row.endedAt ?? undefined,
})

export async function loadProducts(sql: Sql): Promise<Product[]> {
  const rows = await sql.query<ProductRow>(`SELECT ${columns} FROM product p ORDER BY p.position, p.id`)
  return rows.map(toProduct)
}

async function loadProductsOf(sql: Sql, orders: readonly Order[]): Promise<Product[]> {
  const ids = [...new Set(orders.map(({ productId }) => productId))]
  if (ids.length === 0) return []
  const rows = await sql.query<ProductRow>(`SELECT ${columns} FROM product p WHERE p.id = ANY ($1::int8[])`, [ids])
  return rows.map(toProduct)
}

/** @throws if a product is missing. */
export async function loadProductsById(sql: Sql, orders?: readonly Order[]): Promise<(order: Order) => Product> {
  const products = orders ? await loadProductsOf(sql, orders) : await loadProducts(sql)
  const byId = new Map(products.map((product) => [product.id, product]))
  return (order) => {
    const product = byId.get(order.productId)
    expect(product, `the product of order ${order.id} exists`)
    return product
  }
}

/** @throws invest.product_missing */
export async function loadProduct(sql: Sql, id: number): Promise<Product> {
  const [row] = await sql.query<ProductRow>(`SELECT ${columns} FROM product p WHERE p.id = $1`, [id])
  return row ? toProduct(row) : fail('invest.product_missing')
}

/** Locks the pool, so its free amount stays valid until the purchase is posted. */
export async function lockPoolOf(tx: Tx, line: LineId): Promise<void> {
  await tx.query('SELECT id FROM product WHERE line = $1 ORDER BY id FOR NO KEY UPDATE', [line])
}

/** Cached per settled day, because rounds only end with a day. */
const paidAsOf = new WeakMap<
  DbIdentity,
  { readonly day: string | null; readonly paid: Promise<ReadonlyMap<string, Paid>> }
>()

/** Keyed by "product:days". */
export async function loadPaid(sql: Sql): Promise<ReadonlyMap<string, Paid>> {
  const [row] = await sql.query<{ day: string | null }>('SELECT max(day)::text AS day FROM settled_day')
  const day = row?.day ?? null
  const known = paidAsOf.get(sql.identity)
  if (known?.day === day) return known.paid
  const paid = sumPaid(sql)
  paidAsOf.set(sql.identity, { day, paid })
  paid.catch(() => paidAsOf.delete(sql.identity))
  return paid
}

async function sumPaid(sql: Sql): Promise<ReadonlyMap<string, Paid>> {
  const rows = await sql.query<{ key: string; rounds: bigint; principal: string; interest: string }>(
    `SELECT product_id || ':' || days AS key, count(*) AS rounds, sum(principal_units)::text AS principal,
       sum(interest_units)::text AS interest
     FROM order_round GROUP BY product_id, days`,
  )
  return new Map(
    rows.map((row) => [
      row.key,
      { rounds: Number(row.rounds), principal: BigInt(row.principal), interest: BigInt(row.interest) },
    ]),
  )
}

/** Idempotent. */
export async function keepCard(tx: Tx, product: Product, card: Card): Promise<void> {
  await tx.query(
    `INSERT INTO product_card (hash, product_id, terms_version, lines) VALUES ($1, $2, $3, $4::text::jsonb)
     ON CONFLICT (hash) DO NOTHING`,
    [card.hash, product.id, product.termsVersion, JSON.stringify(card.lines)],
  )
}

export async function loadCard(sql: Sql, hash: string): Promise<Card> {
  const [row] = await sql.query<Card>('SELECT hash, lines FROM product_card WHERE hash = $1', [hash])
  expect(row, `the accepted card ${hash} is kept`)
  return row
}

export type NewProduct = Omit<Product, 'termsVersion' | 'endedAt'> & { readonly position: number }

/** Never changes an existing product. @returns whether it was new. */
export async function insertProduct(sql: Sql, product: NewProduct): Promise<boolean> {
  const rows = await sql.query(
    `INSERT INTO product (id, line, base_coin, side_coin, minimum_units, maximum_value_units, power_per_day, exit_fee, open_from, position, line_terms,
       quota_units, needs_reservation)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::text::jsonb, $12, $13) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      product.id,
      product.line,
      product.base,
      product.side ?? null,
      product.minimumUnits,
      product.maximumValueUnits,
      product.powerPerDay,
      product.exitFee ?? null,
      product.openFrom,
      product.position,
      JSON.stringify(product.lineTerms ?? {}),
      product.quotaUnits ?? null,
      product.needsReservation ?? false,
    ],
  )
  if (rows.length === 0) return false
  for (const period of product.periods)
    await sql.query(
      'INSERT INTO product_period (product_id, days, rate, side_share, power_per_day, weight) VALUES ($1, $2, $3, $4, $5, $6)',
      [product.id, period.days, period.rate, period.sideShare, period.powerPerDay ?? null, period.weight ?? null],
    )
  return true
}

/** Running orders renew as before. */
export async function setSale(
  tx: Tx,
  id: number,
  sale: { readonly quotaUnits: bigint | undefined; readonly needsReservation: boolean },
): Promise<void> {
  await tx.query('UPDATE product SET quota_units = $2, needs_reservation = $3 WHERE id = $1', [
    id,
    sale.quotaUnits ?? null,
    sale.needsReservation,
  ])
}

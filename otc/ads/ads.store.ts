import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Pricing, Side } from '../otc-terms.ts'
import type { Ad, AdMethod, AdState, AdTerms } from './ads.ts'

type Row = Omit<Ad, 'pricing' | 'methods'> & {
  readonly fixed: bigint | null
  readonly margin: number | null
  readonly methods: readonly (Omit<AdMethod, 'usableFrom'> & { readonly from: string | null })[]
}
const columns = `a.id, a.maker_id AS "makerId", a.side, a.fiat, a.price_units AS fixed, a.margin_points AS margin, a.units,
  a.bound_units AS bound, a.done_units AS done, a.least_units AS least, a.most_units AS most, a.window_minutes AS "windowMinutes", a.terms,
  a.methods, a.state, a.posted_at AS "postedAt"`
const adOf = ({ fixed, margin, methods, ...row }: Row): Ad => ({
  ...row,
  pricing: { fixed, margin } as Pricing,
  methods: methods.map(({ method, details, from }) => ({
    method,
    details,
    usableFrom: from === null ? null : new Date(from),
  })),
})

export async function findAd(sql: Sql, id: bigint): Promise<Ad | undefined> {
  const [row] = await sql.query<Row>(`SELECT ${columns} FROM otc_ad a WHERE a.id = $1`, [id])
  return row && adOf(row)
}

/** The caller must lock the wallets first. */
export async function lockAd(tx: Tx, id: bigint): Promise<Ad | undefined> {
  const [row] = await tx.query<Row>(`SELECT ${columns} FROM otc_ad a WHERE a.id = $1 FOR UPDATE`, [id])
  return row && adOf(row)
}

/** Newest first, without removed ads. */
export async function adsOf(sql: Sql, makerId: WalletId): Promise<Ad[]> {
  const rows = await sql.query<Row>(
    `SELECT ${columns} FROM otc_ad a WHERE a.maker_id = $1 AND a.state <> 'removed' ORDER BY a.id DESC`,
    [makerId],
  )
  return rows.map(adOf)
}

export type ListedFilter = {
  readonly side: Side
  readonly fiat: string
  readonly guide: bigint
  /** Regions of the makers. */
  readonly regions: readonly string[]
  /** Ads that accept this much USDT. */
  readonly units?: bigint | undefined
  readonly method?: number | undefined
  readonly after?: { readonly price: bigint; readonly id: bigint } | undefined
  readonly limit: number
  readonly readerId: WalletId
  /** Ads are listed once takers may see one of their payment details. */
  readonly now: Date
}

/** Best price first, then oldest. */
export async function listAds(sql: Sql, asked: ListedFilter): Promise<(Ad & { readonly price: bigint })[]> {
  const [order, past] = asked.side === 'sell' ? ['ASC', '>'] : ['DESC', '<']
  const rows = await sql.query<Row & { price: bigint }>(
    `SELECT * FROM (SELECT ${columns},
         coalesce(a.price_units, div($3::numeric * (10000 + a.margin_points), 10000)::int8) AS price
       FROM otc_ad a JOIN holder h ON h.id = a.maker_id
       WHERE a.state = 'enabled' AND a.side = $1 AND a.fiat = $2 AND a.maker_id <> $10 AND a.units > a.bound_units + a.done_units
         AND h.region = ANY ($4::text[]) AND h.banned_at IS NULL AND h.frozen_at IS NULL
         AND ($5::int8 IS NULL OR (least(a.least_units, a.units - a.bound_units - a.done_units) <= $5
           AND a.most_units >= $5 AND a.units - a.bound_units - a.done_units >= $5))
         AND EXISTS (SELECT FROM jsonb_array_elements(a.methods) m WHERE ($6::int IS NULL OR (m ->> 'method')::int = $6)
           AND (m ->> 'from' IS NULL OR (m ->> 'from')::timestamptz <= $11))) listed
     WHERE $7::int8 IS NULL OR price ${past} $7 OR (price = $7 AND id > $8::int8)
     ORDER BY price ${order}, id LIMIT $9`,
    [
      asked.side,
      asked.fiat,
      `${asked.guide}`,
      asked.regions,
      asked.units === undefined ? null : `${asked.units}`,
      asked.method ?? null,
      asked.after ? `${asked.after.price}` : null,
      asked.after ? `${asked.after.id}` : null,
      asked.limit,
      asked.readerId,
      asked.now,
    ],
  )
  return rows.map(({ price, ...row }) => ({ ...adOf(row), price }))
}

export type NewAd = AdTerms & Pick<Ad, 'makerId' | 'side' | 'fiat' | 'units'> & { readonly at: Date }

const termsParameters = ({ pricing, least, most, windowMinutes, terms, methods }: AdTerms): unknown[] => [
  pricing.fixed === null ? null : `${pricing.fixed}`,
  pricing.margin,
  `${least}`,
  `${most}`,
  windowMinutes,
  terms,
  JSON.stringify(methods.map(({ method, details, usableFrom }) => ({ method, details, from: usableFrom }))),
]

/** The caller posts the ad's coins. @returns the ad's id */
export async function keepAd(tx: Tx, ad: NewAd): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO otc_ad (price_units, margin_points, least_units, most_units, window_minutes, terms, methods, maker_id, side, fiat, units,
       state, posted_at) VALUES ($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10, $11, 'enabled', $12) RETURNING id`,
    [...termsParameters(ad), ad.makerId, ad.side, ad.fiat, `${ad.units}`, ad.at],
  )
  expect(row, 'a row that was inserted is returned')
  return row.id
}

export const changeTerms = async (tx: Tx, id: bigint, terms: AdTerms): Promise<void> => {
  await tx.query(
    `UPDATE otc_ad SET price_units = $1, margin_points = $2, least_units = $3, most_units = $4, window_minutes = $5, terms = $6,
       methods = $7::text::jsonb WHERE id = $8`,
    [...termsParameters(terms), id],
  )
}

export const setAdState = async (tx: Tx, id: bigint, state: AdState): Promise<void> => {
  await tx.query('UPDATE otc_ad SET state = $2 WHERE id = $1', [id, state])
}

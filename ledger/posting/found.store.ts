import { type Asset, assetOf } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { openAccounts } from './batch.store.ts'
import { type Account, available } from './chart.ts'
import { laneOf } from './lane.ts'

/** Entries of one posting each, between one company account and available wallet balances. */
export type FoundEntries = {
  /**
   * Read-only query with $1, $2 … parameters. Columns: place (int8, ascending), part (text, groups the sums), key and ref (text), wallet
   * (text), asset (int2), units (int8, 10⁻⁸; 0 is counted but not posted).
   */
  readonly text: string
  readonly params: readonly unknown[]
  readonly side: { readonly from: Account } | { readonly to: Account }
  readonly code: number
  readonly at: Date
}

export type FoundSum = { readonly part: string; readonly asset: Asset; readonly units: bigint }
export type FoundAnswer = {
  /** Undefined if no rows were found. */
  readonly last: bigint | undefined
  /** Rows found, posted or not. */
  readonly done: number
  readonly sums: readonly FoundSum[]
}

/**
 * Posts inside the database, so rows never cross the wire. All or none; already posted rows are errors. @throws if one cannot be posted.
 */
export async function postFound(tx: Tx, found: FoundEntries): Promise<FoundAnswer> {
  const known = await ask(tx, found)
  if (known) return known
  await open(tx, found)
  const answer = await ask(tx, found)
  expect(answer, 'every account is there once all were opened')
  return answer
}

const companyOf = (side: FoundEntries['side']) => ('from' in side ? side.from : side.to)

type Row = {
  readonly last: bigint | null
  readonly done: number
  readonly parts: readonly string[]
  readonly assets: readonly number[]
  readonly units: readonly string[]
  readonly posted: boolean
}

/** @returns undefined, without posting, if an account is missing */
async function ask(tx: Tx, { text, params, side, code, at }: FoundEntries): Promise<FoundAnswer | undefined> {
  const [owner, purpose, moment, kind] = [1, 2, 3, 4].map((place) => `$${params.length + place}`)
  const company = companyOf(side)
  const [row] = await tx.query<Row>(
    `WITH found AS MATERIALIZED (${text}),
       house AS MATERIALIZED (SELECT id, asset FROM balance WHERE lane = ${laneOf(company.owner)} AND owner = ${owner} AND purpose = ${purpose}),
       due AS MATERIALIZED (SELECT f.part, f.key, f.ref, f.asset, f.units, h.id AS house, a.id AS account FROM found f
         LEFT JOIN house h ON h.asset = f.asset
         LEFT JOIN LATERAL (SELECT id FROM balance WHERE lane = ${laneOf(company.owner)} AND owner = 'wallet:' || f.wallet AND purpose = 'available'
           AND asset = f.asset OFFSET 0) a ON true
         WHERE f.units > 0 ORDER BY h.id, a.id),
       sums AS (SELECT coalesce(array_agg(s.part), '{}') AS parts, coalesce(array_agg(s.asset), '{}') AS assets, coalesce(array_agg(s.units), '{}') AS units
         FROM (SELECT part, asset, sum(units)::text AS units FROM due GROUP BY part, asset) s),
       d AS (SELECT array_agg(key) AS keys, array_agg(ref) AS refs, array_agg(house) AS houses, array_agg(account) AS wallets,
         array_agg(units) AS amounts FROM due)
     SELECT (SELECT max(place) FROM found) AS last, (SELECT count(*) FROM found)::int4 AS done, sums.parts, sums.assets, sums.units,
       books.post_found(${laneOf(company.owner)}, ${moment}, ${kind}::int2, ${'from' in side}, d.keys, d.refs, d.houses, d.wallets, d.amounts) AS posted
     FROM d, sums`,
    [...params, company.owner, company.purpose, at, code],
  )
  if (!row?.posted) return undefined
  const sums = row.parts.map((part, place) => ({
    part,
    asset: assetOf(row.assets[place] ?? 0),
    units: BigInt(row.units[place] ?? '0'),
  }))
  return { last: row.last ?? undefined, done: row.done, sums }
}

async function open(tx: Tx, { text, params, side, at }: FoundEntries): Promise<void> {
  const rows = await tx.query<{ wallet: WalletId; asset: number }>(
    `SELECT DISTINCT wallet, asset FROM (${text}) found WHERE units > 0`,
    params,
  )
  const postings = rows.map(({ wallet, asset }) => ({
    from: companyOf(side),
    to: available(wallet),
    asset: assetOf(asset),
    units: 1n,
  }))
  await openAccounts(tx, [{ key: 'none', at, postings }])
}

import { type Asset, assetOf } from '#kit/assets.ts'
import type { Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import { openAccounts } from './batch.store.ts'
import { type Account, available } from './chart.ts'
import { laneOf } from './lane.ts'

/** Entries of one posting each, between an account of the house and what wallets may spend, that a query finds. */
export type FoundEntries = {
  /**
   * A query of read-only text with $1, $2 … parameters. Its columns: place (int8, rises), part (text: sums are answered by it), key and ref
   * (text, of the entry), wallet (text), asset (int2), units (int8, 10⁻⁸; what is 0 is counted and not posted).
   */
  readonly text: string
  readonly params: readonly unknown[]
  /** Who pays all of them, or is paid by all of them. */
  readonly side: { readonly from: Account } | { readonly to: Account }
  readonly code: number
  readonly at: Date
}

/** What was posted of an asset, by part. */
export type FoundSum = { readonly part: string; readonly asset: Asset; readonly units: bigint }
export type FoundAnswer = {
  /** The highest place, posted or not; undefined where nothing was found. */
  readonly last: bigint | undefined
  /** Rows found, posted or not. */
  readonly done: number
  readonly sums: readonly FoundSum[]
}

/**
 * Posts what a query finds without bringing it here: of a million payments nothing passes the wire but the question. The database's
 * post_found proves them, as post_entries proves others. All are posted or none, and one that was posted before is an error.
 * @throws when one of them cannot be posted: nobody asks who could be refused.
 */
export async function postFound(tx: Tx, found: FoundEntries): Promise<FoundAnswer> {
  const known = await ask(tx, found)
  if (known) return known
  await open(tx, found)
  const answer = await ask(tx, found)
  expect(answer, 'every account is there once all were opened')
  return answer
}

const houseOf = (side: FoundEntries['side']) => ('from' in side ? side.from : side.to)

type Row = {
  readonly last: bigint | null
  readonly done: number
  readonly parts: readonly string[]
  readonly assets: readonly number[]
  readonly units: readonly string[]
  readonly posted: boolean
}

/** @returns undefined where an account is missing: then nothing is posted. */
async function ask(tx: Tx, { text, params, side, code, at }: FoundEntries): Promise<FoundAnswer | undefined> {
  const [owner, purpose, moment, kind] = [1, 2, 3, 4].map((place) => `$${params.length + place}`)
  const house = houseOf(side)
  const [row] = await tx.query<Row>(
    `WITH found AS MATERIALIZED (${text}),
       house AS MATERIALIZED (SELECT id, asset FROM balance WHERE lane = ${laneOf(house.owner)} AND owner = ${owner} AND purpose = ${purpose}),
       due AS MATERIALIZED (SELECT f.part, f.key, f.ref, f.asset, f.units, h.id AS house, a.id AS account FROM found f
         LEFT JOIN house h ON h.asset = f.asset
         LEFT JOIN LATERAL (SELECT id FROM balance WHERE lane = ${laneOf(house.owner)} AND owner = 'wallet:' || f.wallet AND purpose = 'available'
           AND asset = f.asset OFFSET 0) a ON true
         WHERE f.units > 0 ORDER BY h.id, a.id),
       sums AS (SELECT coalesce(array_agg(s.part), '{}') AS parts, coalesce(array_agg(s.asset), '{}') AS assets, coalesce(array_agg(s.units), '{}') AS units
         FROM (SELECT part, asset, sum(units)::text AS units FROM due GROUP BY part, asset) s),
       d AS (SELECT array_agg(key) AS keys, array_agg(ref) AS refs, array_agg(house) AS houses, array_agg(account) AS wallets,
         array_agg(units) AS amounts FROM due)
     SELECT (SELECT max(place) FROM found) AS last, (SELECT count(*) FROM found)::int4 AS done, sums.parts, sums.assets, sums.units,
       books.post_found(${laneOf(house.owner)}, ${moment}, ${kind}::int2, ${'from' in side}, d.keys, d.refs, d.houses, d.wallets, d.amounts) AS posted
     FROM d, sums`,
    [...params, house.owner, house.purpose, at, code],
  )
  if (!row?.posted) return undefined
  const sums = row.parts.map((part, place) => ({
    part,
    asset: assetOf(row.assets[place] ?? 0),
    units: BigInt(row.units[place] ?? '0'),
  }))
  return { last: row.last ?? undefined, done: row.done, sums }
}

/** Opens what is missing: of a wallet, once. */
async function open(tx: Tx, { text, params, side, at }: FoundEntries): Promise<void> {
  const rows = await tx.query<{ wallet: WalletId; asset: number }>(
    `SELECT DISTINCT wallet, asset FROM (${text}) found WHERE units > 0`,
    params,
  )
  const postings = rows.map(({ wallet, asset }) => ({
    from: houseOf(side),
    to: available(wallet),
    asset: assetOf(asset),
    units: 1n,
  }))
  await openAccounts(tx, [{ key: 'none', at, postings }])
}

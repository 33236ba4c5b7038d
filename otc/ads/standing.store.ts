import { assetNumber } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { firstTrades, otcCoin, partnerVolume } from '../otc-terms.ts'
import type { Standing } from './ads.ts'

export type Reputation = Standing & {
  /** Only recent transactions count, as in all fields below. */
  readonly completed: number
  /** Released trades ÷ (released trades + trades failed through this trader's fault), in hundredths; null before the first. */
  readonly completedShare: number | null
  /** Median from *paid*; null before the first release. */
  readonly releaseSeconds: number | null
  readonly since: Date
}

/** Transactions per side. Bounds the cost of a reputation. */
const newest = 500

const nobody: Omit<Reputation, 'since'> = {
  partners: 0,
  open: 0,
  unpaid: 0,
  cancels: 0,
  completed: 0,
  completedShare: null,
  releaseSeconds: null,
}

type Row = Omit<Standing, 'partners'> & {
  partners: number
  readonly id: WalletId
  readonly since: Date
  readonly completed: number
  readonly faults: number
  readonly releaseSeconds: number | null
}

const postingsSeen = 200

const transfersSeen = (side: 'debit' | 'credit', other: 'to_holder' | 'from_holder'): string =>
  `SELECT b.holder AS wallet, r.${other} AS other, r.amount FROM balance b, LATERAL (
     SELECT p.${other}, p.amount, p.code FROM record p WHERE p.lane = b.lane AND p.${side} = b.id
     ORDER BY p.id DESC LIMIT ${postingsSeen}) r
   WHERE b.holder = ANY ($1::text[]) AND b.owner = 'wallet:' || b.holder AND b.purpose = 'available'
     AND b.asset = ${assetNumber(otcCoin)} AND r.code = 4`

/** Each wallet's largest sender, otherwise its sponsor. */
export async function sourcesOf(sql: Sql, ids: readonly WalletId[]): Promise<ReadonlyMap<WalletId, WalletId>> {
  const rows = await sql.query<{ id: WalletId; source: WalletId | null }>(
    `SELECT h.id, coalesce((SELECT s.other FROM (${transfersSeen('credit', 'from_holder')}) s WHERE s.wallet = h.id
       GROUP BY s.other ORDER BY sum(s.amount) DESC, s.other LIMIT 1), h.sponsor_id) AS source
     FROM holder h WHERE h.id = ANY ($1::text[])`,
    [ids],
  )
  return new Map(rows.flatMap(({ id, source }) => (source ? [[id, source] as const] : [])))
}

/** Partners linked by transfers may be the same person, so they do not count. */
async function dropPaidPartners(sql: Sql, rows: Row[]): Promise<void> {
  // Traders with fewer partners have no reputation to lose.
  const known = rows.filter(({ partners }) => partners >= firstTrades)
  if (known.length === 0) return
  const found = await sql.query<{ id: WalletId; count: number }>(
    `SELECT s.wallet AS id, count(DISTINCT s.other)::int4 AS count FROM (
       ${transfersSeen('credit', 'from_holder')} UNION ${transfersSeen('debit', 'to_holder')}) s
     WHERE EXISTS (SELECT FROM otc_transaction t WHERE t.state = 'released' AND t.counts
       AND ((t.maker_id = s.wallet AND t.taker_id = s.other) OR (t.taker_id = s.wallet AND t.maker_id = s.other)))
     GROUP BY s.wallet`,
    [known.map(({ id }) => id)],
  )
  const paid = new Map(found.map(({ id, count }) => [id, count]))
  for (const row of known) row.partners = Math.max(0, row.partners - (paid.get(row.id) ?? 0))
}

/** Trades within one team branch do not count. */
export async function reputationsOf(
  sql: Sql,
  ids: readonly WalletId[],
  now: Date,
): Promise<ReadonlyMap<WalletId, Reputation>> {
  const rows = await sql.query<Row>(
    `WITH t AS MATERIALIZED (
       SELECT w.id AS trader, x.* FROM holder w, LATERAL (
         (SELECT m.*, m.taker_id AS other, m.taker_source AS other_source, m.maker_source AS own_source
          FROM otc_transaction m WHERE m.maker_id = w.id ORDER BY m.id DESC LIMIT $3)
         UNION ALL (SELECT m.*, m.maker_id AS other, m.maker_source AS other_source, m.taker_source AS own_source
          FROM otc_transaction m WHERE m.taker_id = w.id ORDER BY m.id DESC LIMIT $3)) x
       WHERE w.id = ANY ($1::text[])),
     partner AS (
       SELECT trader, other, coalesce(min(other_source), other) AS source FROM t
       WHERE counts AND state = 'released' AND other_source IS DISTINCT FROM trader AND own_source IS DISTINCT FROM other
         AND (own_source IS NULL OR other_source IS DISTINCT FROM own_source)
       GROUP BY trader, other HAVING sum(released_units) >= $4)
     SELECT w.id, w.created_at AS since,
       (SELECT count(*)::int4 FROM otc_transaction o WHERE o.taker_id = w.id AND o.ended_at IS NULL) AS open,
       (SELECT count(*)::int4 FROM otc_transaction o WHERE o.buyer_id = w.id AND o.state = 'initialised') AS unpaid,
       (SELECT count(*)::int4 FROM otc_transaction o WHERE o.fault_id = w.id AND o.ended_at > $2) AS cancels,
       count(*) FILTER (WHERE t.counts AND t.state = 'released')::int4 AS completed,
       (SELECT count(DISTINCT p.source)::int4 FROM partner p WHERE p.trader = w.id) AS partners,
       count(*) FILTER (WHERE t.counts AND t.fault_id = w.id)::int4 AS faults,
       (percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM t.ended_at - t.paid_at))
         FILTER (WHERE t.counts AND t.state = 'released' AND t.seller_id = w.id))::int4 AS "releaseSeconds"
     FROM holder w LEFT JOIN t ON t.trader = w.id
     WHERE w.id = ANY ($1::text[]) GROUP BY w.id, w.created_at`,
    [[...new Set(ids)], addMs(now, -dayMs), newest, `${partnerVolume}`],
  )
  await dropPaidPartners(sql, rows)
  return new Map(
    rows.map(({ id, faults, ...row }) => {
      const ended = row.completed + faults
      const completedShare = ended === 0 ? null : Math.floor((row.completed * 100) / ended)
      return [id, { ...row, completedShare }]
    }),
  )
}

export async function reputationOf(sql: Sql, id: WalletId, now: Date): Promise<Reputation> {
  return (await reputationsOf(sql, [id], now)).get(id) ?? { ...nobody, since: now }
}

/** In 10⁻⁸. */
export async function soldLately(sql: Sql, id: WalletId, now: Date): Promise<bigint> {
  const [row] = await sql.query<{ sold: bigint }>(
    `SELECT coalesce(sum(released_units), 0)::int8 AS sold FROM otc_transaction
     WHERE seller_id = $1 AND state = 'released' AND ended_at > $2`,
    [id, addMs(now, -dayMs)],
  )
  return row?.sold ?? 0n
}

/** In 10⁻⁸; releases of recent escrow count twice. */
export async function escrowedLately(sql: Sql, id: WalletId, now: Date): Promise<bigint> {
  const [row] = await sql.query<{ units: bigint }>(
    `SELECT (coalesce((SELECT sum(units) FROM otc_ad WHERE maker_id = $1 AND side = 'sell' AND posted_at > $2), 0)
       + coalesce((SELECT sum(escrow_units) FROM otc_transaction WHERE taker_id = $1 AND seller_id = $1 AND taken_at > $2), 0))::int8 AS units`,
    [id, addMs(now, -dayMs)],
  )
  return (row?.units ?? 0n) + (await soldLately(sql, id, now))
}

export async function hasOpenOn(sql: Sql, adId: bigint, takerId: WalletId): Promise<boolean> {
  const rows = await sql.query(
    'SELECT 1 FROM otc_transaction WHERE ad_id = $1 AND taker_id = $2 AND ended_at IS NULL',
    [adId, takerId],
  )
  return rows.length > 0
}

import { showUnits } from '#kit/amount/amount.ts'
import { assetOf } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { sharedFeeCodes } from './fee-shares.ts'

const shownMax = 20

const paid = `paid AS (
    SELECT p.id, p.ref, p.asset, p.amount, (p.happened_at AT TIME ZONE 'UTC')::date - 1 AS day
    FROM balance a JOIN record p ON p.debit = a.id
    WHERE a.owner = 'house' AND a.purpose = 'referral'
  )`

/**
 * Checks settled days. Recorded fee rewards must equal paid ones and stay within budget. Each must refer to paid fees of its wallet and
 * day, or of its week. Payments for first stars must match their postings. @returns one sentence per violation
 */
export async function findRewardProblems(sql: Sql): Promise<string[]> {
  const sums = await sql.query<{ day: string; asset: number; given: bigint; paid: string }>(
    `WITH ${paid}, sums AS (SELECT day, asset, sum(amount) AS units FROM paid GROUP BY day, asset)
     SELECT coalesce(d.day, s.day)::text AS day, coalesce(d.asset, s.asset) AS asset, coalesce(d.given_units, 0) AS given,
       coalesce(s.units, 0)::text AS paid
     FROM reward_day d FULL JOIN sums s ON s.day = d.day AND s.asset = d.asset
     WHERE coalesce(d.given_units, 0) <> coalesce(s.units, 0)
       AND EXISTS (SELECT FROM settled_day t WHERE t.day = coalesce(d.day, s.day))
     ORDER BY 1, 2 LIMIT $1`,
    [shownMax],
  )
  const unfunded = await sql.query<{ id: bigint; ref: string | null }>(
    `WITH ${paid}, named AS (
       SELECT p.id, p.ref, p.asset, split_part(p.ref, ':', 1) AS kind, p.day AS until,
         CASE WHEN p.ref ~ '^(fees|platform|upgrade):\\d{4}-\\d\\d-\\d\\d' THEN split_part(p.ref, ':', 2)::date END AS since,
         CASE WHEN p.ref ~ '^fees:.*:\\d+$' THEN split_part(p.ref, ':', 3)::int8 END AS payer
       FROM paid p
     ), span AS (
       SELECT day, cut, before FROM day_span
     ), fee AS (
       SELECT DISTINCT t.day, p.asset, w.serial FROM balance f JOIN record p ON p.credit = f.id AND p.code = ANY ($2)
         JOIN balance d ON d.id = p.debit JOIN holder w ON w.id = d.holder
         JOIN span t ON p.id > t.before AND p.id <= t.cut
         WHERE f.owner = 'house' AND f.purpose = 'fees'
     ), fee_day AS (SELECT DISTINCT day, asset FROM fee)
     SELECT id, ref FROM (
       SELECT n.id, n.ref FROM named n WHERE n.since IS NULL
       UNION ALL SELECT n.id, n.ref FROM named n WHERE n.kind = 'fees' AND n.since IS NOT NULL AND NOT EXISTS (
         SELECT FROM fee WHERE fee.asset = n.asset AND fee.day = n.since AND fee.day = n.until AND fee.serial = n.payer)
       UNION ALL SELECT n.id, n.ref FROM named n WHERE n.kind <> 'fees' AND n.since IS NOT NULL AND NOT EXISTS (
         SELECT FROM fee_day d WHERE d.asset = n.asset AND d.day BETWEEN n.since AND n.until)
     ) unfunded ORDER BY id LIMIT $1`,
    [shownMax, Object.values(sharedFeeCodes)],
  )
  const upgrades = await sql.query<{ walletId: string; star: number; said: bigint; paid: string }>(
    `WITH posted AS (
       SELECT c.holder, split_part(p.ref, ':', 3)::int2 AS star, sum(p.amount) AS units
       FROM balance a JOIN record p ON p.debit = a.id AND p.code = 28
       JOIN balance c ON c.id = p.credit
       WHERE a.owner = 'house' AND a.purpose = 'referral' GROUP BY 1, 2
     )
     SELECT u.wallet_id AS "walletId", u.star, u.paid_units AS said, coalesce(p.units, 0)::text AS paid
     FROM star_upgrade u LEFT JOIN posted p ON p.holder = u.wallet_id AND p.star = u.star
     WHERE u.paid_units <> coalesce(p.units, 0) ORDER BY 1, 2 LIMIT $1`,
    [shownMax],
  )
  return [
    ...sums.map(
      ({ day, asset, given, paid: units }) =>
        `rewards of ${day} gave ${showUnits(given)} ${assetOf(asset)} and paid ${showUnits(BigInt(units))}`,
    ),
    ...unfunded.map(({ id, ref }) => `reward ${id} (${ref ?? 'no ref'}) names no fee that was paid`),
    ...upgrades.map(
      ({ walletId, star, said, paid: units }) =>
        `star ${star} of ${walletId} says ${showUnits(said)} USDT paid and was paid ${showUnits(BigInt(units))}`,
    ),
  ]
}

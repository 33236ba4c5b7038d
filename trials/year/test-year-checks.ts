import type { Db } from '#kit/store/db.ts'
import type { Day } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { findFundProblems } from '#products/lines/fund/fund-invariants.store.ts'
import { findLiquidityProblems } from '#products/lines/liquidity/liquidity-invariants.server.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { findReservationProblems } from '#products/reservations/reservation-invariants.store.ts'
import { findRewardProblems } from '#team/rewards/reward-invariants.store.ts'
import { checkTraces, type Traces } from './test-year-trace.ts'
import type { YearWorld } from './test-year-world.ts'

export async function checkDay({ db, faults }: YearWorld, day: Day): Promise<void> {
  const say = (problem: unknown) => faults.push(`${day} ${JSON.stringify(problem)}`)
  for (const find of [findOrderProblems, findLiquidityProblems, findFundProblems])
    for (const problem of await find(db)) say(problem)
  const unbalanced = await db.query('SELECT asset FROM balance GROUP BY asset HAVING sum(balance) <> 0')
  for (const row of unbalanced) say({ unbalanced: row })
  const below = await db.query(
    `SELECT owner, purpose, asset FROM balance WHERE balance < 0 AND owner <> 'issued' AND owner NOT LIKE 'outside:%'`,
  )
  for (const row of below) say({ below: row })
}

/** Slower checks: queues against their log, and rewards against the fees that fund them. */
export async function checkMonth({ db, faults }: YearWorld, day: Day): Promise<void> {
  for (const find of [findReservationProblems, findRewardProblems])
    for (const problem of await find(db)) faults.push(`${day} ${JSON.stringify(problem)}`)
}

/** Rewards must come from received fees and stay within their share. */
async function checkRewards({ db, faults }: YearWorld): Promise<void> {
  const unfunded = await db.query(
    `SELECT p.id::text AS id, p.ref FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit
     WHERE d.owner = 'house' AND d.purpose = 'referral' AND p.code IN (102, 103) AND NOT EXISTS (
       SELECT FROM wallet w JOIN balance a ON a.holder = w.id
         JOIN record f ON f.lane = a.lane AND f.debit = a.id AND f.asset = p.asset AND f.code = ANY (ARRAY[23, 105]::int2[])
       WHERE w.serial::text = split_part(p.ref, ':', 3) AND f.happened_at < p.happened_at
         AND f.happened_at >= split_part(p.ref, ':', 2)::timestamptz)`,
  )
  for (const row of unfunded) faults.push(`a reward without the fee it is of: ${JSON.stringify(row)}`)
  const [over] = await db.query<{ paid: string; taken: string }>(
    `SELECT coalesce(sum(p.amount) FILTER (WHERE d.purpose = 'referral'), 0)::text AS paid,
       coalesce(sum(p.amount) FILTER (WHERE c.purpose = 'referral'), 0)::text AS taken
     FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit
     WHERE d.owner = 'house' AND (d.purpose = 'referral' OR c.purpose = 'referral')`,
  )
  if (over && BigInt(over.paid) > BigInt(over.taken)) faults.push(`rewards ${over.paid} of a budget of ${over.taken}`)
}

/** Every balance must equal its postings, and sampled income must trace to its source. @param traces number of income records to trace */
export async function checkEnd(world: YearWorld, day: Day, traces: number): Promise<Traces> {
  await checkMonth(world, day)
  await checkRewards(world)
  for (const finding of await audit(world.db)) world.faults.push(`the books: ${JSON.stringify(finding)}`)
  return checkTraces(world, traces)
}

export async function digestOf(db: Db): Promise<{ digest: string; postings: number }> {
  const [row] = await db.query<{ digest: string; postings: bigint }>(
    `SELECT coalesce(bit_xor(hashtextextended(concat_ws(' ', d.owner, d.purpose, c.owner, c.purpose, p.asset, p.code, p.amount,
       extract(epoch FROM p.happened_at), p.ref), 0)), 0)::text AS digest, count(*) AS postings
     FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit`,
  )
  return { digest: row?.digest ?? '', postings: Number(row?.postings ?? 0) }
}

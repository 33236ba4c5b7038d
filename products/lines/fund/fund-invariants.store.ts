import { showUnits } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { loadFundIds, loadWhereabouts } from './fund.store.ts'

const always = new Date('9999-01-01T00:00:00Z')

/** Checks order principals, the venue account and unsplit profit. @returns one sentence per difference. */
export async function findFundProblems(sql: Sql): Promise<string[]> {
  const problems: string[] = []
  let atVenue = 0n
  let undivided = 0n
  for (const id of await loadFundIds(sql)) {
    const where = await loadWhereabouts(sql, id, always)
    atVenue += where.atVenue
    undivided += where.undivided
    if (where.undivided < 0n) problems.push(`fund ${id}: more was split than arrived`)
  }
  const mirror = -(await balanceOf(sql, { owner: 'outside:venue', purpose: 'all' }, 'USDT'))
  if (mirror !== atVenue)
    problems.push(`outside:venue: ${showUnits(mirror)} USDT where the bookings say ${showUnits(atVenue)}`)
  const pool = await balanceOf(sql, poolFree('fund'), 'USDT')
  const [unpaid] = await sql.query<{ units: string }>(
    `SELECT coalesce(sum(f.units), 0)::text AS units FROM fund_part f
     WHERE NOT EXISTS (SELECT FROM day_progress s WHERE s.day = f.day AND s.step = 'pay_fund_profit' AND (s.finished OR s.last <> '' AND s.last::int8 >= f.id))`,
  )
  const said = undivided + BigInt(unpaid?.units ?? '0')
  if (pool !== said) problems.push(`pool:fund: ${showUnits(pool)} USDT where ${showUnits(said)} waits`)
  const orders = await sql.query<{ id: bigint }>(
    `SELECT o.id FROM investment_order o LEFT JOIN balance a ON a.owner = 'order:' || o.id AND a.purpose = 'principal'
     WHERE o.line = 'fund' AND o.state IN ('to_be_started', 'earning', 'paused', 'to_be_released') AND o.base_units <> coalesce(a.balance, 0)
     ORDER BY o.id LIMIT 20`,
  )
  for (const { id } of orders) problems.push(`order:${id}: its principal is not what it says`)
  return problems
}

import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { audit } from '#ledger/audit.store.ts'
import { findOtcProblems, otcHolds } from '#otc/otc-invariants.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { findReservationProblems, reservationHolds } from '#products/reservations/reservation-invariants.store.ts'

type Rule = { readonly rule: string; readonly broken: string }
const fromCustomer = `d.holder IS NOT NULL AND d.purpose <> 'promised'`
const toPool = `c.owner LIKE 'pool:%' AND c.purpose = 'free'`
const fromHouse = (purposes: string) => `(d.owner = 'house' AND d.purpose IN (${purposes}))`
/** What no posting of coins may be, whatever the table of movements says. */
export const rules: readonly Rule[] = [
  {
    rule: 'customers’ coins stay theirs, or go to a fee, a price, the burning, a market or out',
    broken: `${fromCustomer} AND NOT (c.holder IS NOT DISTINCT FROM d.holder OR p.code IN (4, 22) OR c.owner LIKE 'market:%' OR c.owner LIKE 'outside:%'
      OR c.owner = 'pool:compute' AND c.purpose = 'retired'
      OR c.owner = 'house' AND (c.purpose IN ('fees', 'sales') OR c.purpose LIKE 'in_flight:%'))`,
  },
  {
    rule: 'a promise is made of the pool’s money, kept for that order, and what is not used returns',
    broken: `c.purpose = 'promised' AND NOT (d.owner LIKE 'pool:%' AND d.purpose = 'free' OR ${fromHouse(`'capital'`)})
      OR d.purpose = 'promised' AND NOT (c.holder IS NOT DISTINCT FROM d.holder OR ${toPool} OR c.owner = 'house' AND c.purpose = 'capital')`,
  },
  {
    rule: 'pools and budgets are filled from capital and fees, capital from outside',
    broken: `${toPool} AND NOT (${fromHouse(`'capital', 'fees'`)} OR d.purpose = 'promised' OR d.owner LIKE 'market:%')
      OR c.owner = 'house' AND c.purpose = 'referral' AND NOT ${fromHouse(`'fees'`)}
      OR c.owner = 'house' AND c.purpose = 'capital' AND d.owner NOT LIKE 'outside:%' AND d.owner NOT LIKE 'pool:%'
        AND d.owner NOT LIKE 'market:%' AND d.purpose <> 'promised'`,
  },
]

/** Everything that breaks a rule among the postings after one, and in the books as they stand. */
export async function violations(sql: Sql, after: bigint): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const { rule, broken } of rules) {
    const rows = await sql.query(
      `SELECT $2 AS rule, d.owner, d.purpose, c.owner AS "toOwner", c.purpose AS "toPurpose", p.code FROM record p
       JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit
       WHERE p.id > $1 AND p.asset <= ${coins.length} AND (${broken})`,
      [after, rule],
    )
    found.push(...rows)
  }
  const short = await sql.query(
    `SELECT id, 'the promise of a running order is its rate of its principal' AS rule FROM investment_order
     WHERE state IN ('to_be_started', 'earning') AND promise_units <> floor(base_units * (terms ->> 'rate')::numeric)`,
  )
  return [
    ...found,
    ...short,
    ...(await audit(sql)),
    ...(await findOrderProblems(sql)),
    ...(await findWithdrawalProblems(sql, [reservationHolds, otcHolds])),
    ...(await findReservationProblems(sql)),
    ...(await findOtcProblems(sql)),
  ]
}

/** The newest posting there is. */
export const lastPosting = async (sql: Sql): Promise<bigint> =>
  (await sql.query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM record'))[0]?.id ?? 0n

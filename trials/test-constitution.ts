import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { readWhole } from '#kit/store/whole-tables.store.ts'
import { audit } from '#ledger/audit.store.ts'
import { findOtcProblems, otcHolds } from '#otc/otc-invariants.store.ts'
import { findFundProblems } from '#products/lines/fund/fund-invariants.store.ts'
import { findOrderProblems } from '#products/orders/order-invariants.store.ts'
import { findReservationProblems, reservationHolds } from '#products/reservations/reservation-invariants.store.ts'

type Rule = { readonly rule: string; readonly broken: string }
const fromCustomer = `d.holder IS NOT NULL AND d.purpose <> 'promised'`
const toPool = `c.owner LIKE 'pool:%' AND c.purpose = 'free'`
const fromPool = `d.owner LIKE 'pool:%' AND d.purpose = 'free'`
const fromCompany = (purposes: string) => `(d.owner = 'house' AND d.purpose IN (${purposes}))`
/** SQL for holder coins outside holder accounts: in flight, or of an unknown owner. */
const held = (side: 'c' | 'd') =>
  `${side}.owner = 'house' AND (${side}.purpose = 'suspense' OR ${side}.purpose LIKE 'in_flight:%')`
/** Excludes the fund venue, which holds holders’ coins and sends no payments. */
const fromNetwork = `d.owner LIKE 'outside:%' AND d.owner <> 'outside:venue'`
/** Forbidden coin postings, regardless of the movement table. */
const rules: readonly Rule[] = [
  {
    rule: 'customers’ coins stay theirs, or go to a fee, a price, the burning, a market or out',
    broken: `${fromCustomer} AND NOT (c.holder IS NOT DISTINCT FROM d.holder OR p.code IN (4, 22) OR c.owner LIKE 'market:%' OR c.owner LIKE 'outside:%'
      OR c.owner = 'pool:compute' AND c.purpose = 'retired'
      OR c.owner = 'house' AND (c.purpose IN ('fees', 'sales') OR c.purpose LIKE 'in_flight:%'))`,
  },
  {
    rule: 'a promise is made of the pool’s money, kept for that order, and what is not used returns',
    broken: `c.purpose = 'promised' AND NOT (${fromPool} OR ${fromCompany(`'capital'`)})
      OR d.purpose = 'promised' AND NOT (c.holder IS NOT DISTINCT FROM d.holder OR ${toPool} OR c.owner = 'house' AND c.purpose = 'capital')`,
  },
  {
    rule: 'pools and budgets are filled from capital and fees, a fund’s by profit from outside, capital from outside',
    broken: `${toPool} AND c.owner <> 'pool:fund' AND NOT (${fromCompany(`'capital', 'fees'`)} OR d.purpose = 'promised'
        OR c.owner = 'pool:compute' AND d.owner = 'market:USDT-ATMC')
      OR c.owner = 'pool:fund' AND NOT (${fromNetwork})
      OR c.owner = 'house' AND c.purpose = 'referral' AND NOT ${fromCompany(`'fees'`)}
      OR c.owner = 'house' AND c.purpose = 'capital' AND NOT (${fromNetwork} OR ${fromPool} AND d.owner <> 'pool:fund'
        OR d.owner LIKE 'market:%' OR d.purpose = 'promised')`,
  },
  {
    rule: 'what is held for customers goes to them, out, or stays held; what they gave for good is burned; markets pay customers, the seed and the compute pool',
    broken: `${held('d')} AND NOT (c.purpose = 'available' OR c.owner LIKE 'outside:%' OR ${held('c')})
      OR d.owner = 'pool:compute' AND d.purpose = 'retired' AND c.owner NOT LIKE 'outside:%'
      OR d.owner LIKE 'market:%' AND NOT (c.holder IS NOT NULL OR c.owner = 'house' AND c.purpose = 'capital' OR ${toPool})`,
  },
  {
    rule: 'a wallet gets its own, what another pays it, a deposit, a market’s price, or what a pool, the referral budget or capital pays',
    broken: `c.holder IS NOT NULL AND c.holder IS DISTINCT FROM d.holder AND NOT (p.code IN (4, 22) OR d.owner LIKE 'market:%'
      OR (${fromNetwork}) AND p.code = 2 OR ${fromPool} OR ${fromCompany(`'capital', 'referral'`)} OR ${held('d')})`,
  },
]

/** Fund profit is the only outside money a pool receives. It needs a booking, and its transaction must not be a deposit. */
const bookedProfit = 'profit arrives as it was booked, by a transaction that was no deposit'

const unrealisedProfits = (sql: Sql, after: bigint) =>
  sql.query(
    `SELECT $2 AS rule, p.id FROM record p JOIN balance d ON d.lane = p.lane AND d.id = p.debit JOIN balance c ON c.lane = p.lane AND c.id = p.credit
     WHERE p.id > $1 AND d.owner LIKE 'outside:%' AND c.owner = 'pool:fund' AND NOT EXISTS (
       SELECT FROM entry e JOIN fund_booking b ON e.key = 'fund:profit:' || b.id
       WHERE e.lane = p.lane AND e.id = p.entry AND b.kind = 'profit' AND b.units = p.amount AND d.owner = 'outside:' || b.chain
         AND NOT EXISTS (SELECT FROM deposit t WHERE t.chain = b.chain AND t.tx_hash = b.transaction AND t.kind <> 'venue'))`,
    [after, bookedProfit],
  )

export const violations = (sql: Db | Tx, after: bigint, wholeBooks = true): Promise<readonly unknown[]> =>
  readWhole(sql, (tx) => violationsNow(tx, after, wholeBooks))

async function violationsNow(sql: Tx, after: bigint, wholeBooks: boolean): Promise<readonly unknown[]> {
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
    ...(await unrealisedProfits(sql, after)),
    ...(wholeBooks ? await audit(sql) : []),
    ...(await findFundProblems(sql)),
    ...(await findOrderProblems(sql)),
    ...(await findWithdrawalProblems(sql, [reservationHolds, otcHolds])),
    ...(await findReservationProblems(sql)),
    ...(await findOtcProblems(sql)),
  ]
}

export const lastPosting = async (sql: Sql): Promise<bigint> =>
  (await sql.query<{ id: bigint }>('SELECT coalesce(max(id), 0) AS id FROM record'))[0]?.id ?? 0n

const ruleOf = (place: number): string => rules[place]?.rule ?? ''
/** Test postings that break a rule: name, from, to, rule. An account without an owner is the attacker's. */
export const plants: readonly (readonly [name: string, from: string, to: string, rule: string])[] = [
  ['a customer’s coins into a pool', 'available', 'pool:dual free', ruleOf(0)],
  ['a customer’s principal into capital', 'principal', 'house capital', ruleOf(0)],
  ['a customer’s coins into the referral budget', 'available', 'house referral', ruleOf(2)],
  ['a customer’s coins to another', 'available', 'other available', ruleOf(0)],
  ['a promise out of a customer’s coins', 'available', 'own promised', ruleOf(1)],
  ['income of sales into a pool', 'house sales', 'pool:dual free', ruleOf(2)],
  ['coins of a chain into a pool', 'outside:bsc all', 'pool:dual free', ruleOf(2)],
  ['what customers gave a market into a pool', 'market:USDT-WLD reserve', 'pool:dual free', ruleOf(2)],
  ['fees into the pool of a fund', 'house fees', 'pool:fund free', ruleOf(2)],
  ['coins at a venue into the pool of a fund', 'outside:venue all', 'pool:fund free', ruleOf(2)],
  ['coins at a venue into capital', 'outside:venue all', 'house capital', ruleOf(2)],
  ['the profit of a fund into capital', 'pool:fund free', 'house capital', ruleOf(2)],
  ['retired coins of customers into capital', 'pool:compute retired', 'house capital', ruleOf(2)],
  ['retired coins of customers into fees', 'pool:compute retired', 'house fees', ruleOf(3)],
  ['deposits of unknown owners into fees', 'house suspense', 'house fees', ruleOf(3)],
  ['what customers gave a market into sales', 'market:USDT-WLD reserve', 'house sales', ruleOf(3)],
  ['income of sales to a customer', 'house sales', 'other available', ruleOf(4)],
  ['coins at a venue to a customer', 'outside:venue all', 'other available', ruleOf(4)],
  ['coins of a chain to a customer as no deposit', 'outside:bsc all', 'other available', ruleOf(4)],
  ['retired coins of customers to a customer', 'pool:compute retired', 'other available', ruleOf(4)],
  ['a profit nobody booked', 'outside:bsc all', 'pool:fund free', bookedProfit],
]

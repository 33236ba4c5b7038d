import { showUnits } from '#kit/amount/amount.ts'
import { assetNumber, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { findQueueLogProblems } from './queue-log.store.ts'

const shownMax = 20

const openOnes = 'r.paid_at IS NULL AND r.over_at IS NULL'
const coinNumbers = coins.map((coin) => `('${coin}', ${assetNumber(coin)})`).join(', ')

export const reservationHolds = `SELECT 'wallet:' || r.wallet_id, 'held', c.number, sum(r.prepaid_units)
  FROM order_reservation r JOIN investment_order o ON o.id = r.order_id
  JOIN (VALUES ${coinNumbers}) AS c (name, number) ON c.name = o.terms ->> 'base'
  WHERE ${openOnes} GROUP BY r.wallet_id, c.number`

/** Finds held CREDIT without a reservation, and reservations without held CREDIT. */
async function findCreditProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ owner: string; said: string; there: string }>(
    `WITH said AS (
       SELECT 'wallet:' || wallet_id AS owner, sum(credit_units) AS units FROM order_reservation r
       WHERE over_at IS NULL AND credit_over_at IS NULL GROUP BY wallet_id
     ),
     there AS (SELECT owner, balance FROM balance WHERE asset = $1 AND purpose = 'held' AND balance <> 0)
     SELECT owner, coalesce(units, 0)::text AS said, coalesce(balance, 0)::text AS there FROM said FULL JOIN there USING (owner)
     WHERE coalesce(units, 0) <> coalesce(balance, 0) ORDER BY owner LIMIT $2`,
    [assetNumber('CREDIT'), shownMax],
  )
  return rows.map(({ owner, said, there }) => {
    const [has, should] = [showUnits(BigInt(there)), showUnits(BigInt(said))]
    return `${owner} held: ${has} CREDIT where the reservations say ${should}`
  })
}

async function findStateProblems(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: bigint; state: string }>(
    `SELECT o.id, o.state FROM order_reservation r JOIN investment_order o ON o.id = r.order_id
     WHERE CASE WHEN r.over_at IS NOT NULL THEN o.state NOT IN ('cancelled', 'closed')
       WHEN r.paid_at IS NOT NULL THEN o.state IN ('reserved', 'queued', 'due', 'closed')
       WHEN r.due_at IS NOT NULL THEN o.state <> 'due' ELSE o.state <> 'queued' END
     ORDER BY o.id LIMIT $1`,
    [shownMax],
  )
  return rows.map(({ id, state }) => `order:${id} is ${state}, which its reservation is not`)
}

export const findReservationProblems = async (sql: Sql): Promise<string[]> => [
  ...(await findCreditProblems(sql)),
  ...(await findStateProblems(sql)),
  ...(await findQueueLogProblems(sql)),
]

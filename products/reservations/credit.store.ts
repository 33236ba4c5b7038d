import { type DayStep, endOf, stepKey } from '#days/day-step.ts'
import { divide, showUnits } from '#kit/amount/amount.ts'
import { assetNumber } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { startOf } from '#kit/time/clock.ts'
import { available, issued } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { postMany } from '#ledger/posting/ledger.store.ts'
import { addEvents, type OrderEvent } from '../orders/order-history.store.ts'
import { lockOrders } from '../orders/orders.store.ts'
import { linesThat } from '../registry.ts'
import { creditFitting, returnCredit } from './reservation.ts'
import { lockStarted, updateReservation } from './reservations.store.ts'

const name = 'credit'
const granted = 117
/** PRODUCT.md 9: credit grows by a tenth of an ended order's value. */
const part = 10n

type Ended = { readonly id: bigint; readonly walletId: WalletId; readonly overAt: Date; readonly valueUnits: bigint }

const endedAtWill = linesThat((line) => line.endsAtWill === true)

/** Assumed: orders that the holder can end any day earn no credit; otherwise repeated deposits and withdrawals would earn it. */
const loadEnded = (sql: Sql, from: Date, until: Date, after: string, limit: number): Promise<Ended[]> => {
  const [overAt = from.toISOString(), id = '0'] = after ? after.split(' ') : []
  return sql.query<Ended>(
    `SELECT id, wallet_id AS "walletId", over_at AS "overAt", value_units AS "valueUnits" FROM investment_order
     WHERE state IN ('ended', 'exited') AND line <> ALL ($6::text[]) AND over_at > $1 AND over_at <= $2 AND (over_at, id) > ($3::timestamptz, $4::bigint)
     ORDER BY over_at, id LIMIT $5`,
    [from, until, overAt, id, limit, endedAtWill],
  )
}

/** Includes held CREDIT. */
async function loadCredit(sql: Sql, wallets: readonly WalletId[]): Promise<Map<WalletId, bigint>> {
  const rows = await sql.query<{ holder: WalletId; units: string }>(
    `SELECT holder, sum(balance)::text AS units FROM balance WHERE owner = ANY ($1) AND asset = $2 GROUP BY holder`,
    [wallets.map((id) => `wallet:${id}`), assetNumber('CREDIT')],
  )
  return new Map(rows.map(({ holder, units }) => [holder, BigInt(units)]))
}

export const creditStep: DayStep = {
  name,
  parts: [''],
  when: 'midnight',
  chunk: async (tx, { day, after, limit }) => {
    const at = endOf(day)
    const orders = await loadEnded(tx, startOf(day), at, after, limit)
    const has = await loadCredit(tx, [...new Set(orders.map(({ walletId }) => walletId))])
    const entries: Entry[] = []
    for (const { id, walletId, valueUnits } of orders) {
      const before = has.get(walletId) ?? 0n
      const units = creditFitting(divide(valueUnits, part, 'down'), before)
      if (units === 0n) continue
      has.set(walletId, before + units)
      const postings = [{ from: issued, to: available(walletId), asset: 'CREDIT' as const, units, code: granted }]
      entries.push({ key: stepKey(name, day, Number(id) as OrderId), at, ref: `order:${id}`, postings })
    }
    await postMany(tx, entries)
    const last = orders.at(-1)
    const mark = last ? `${last.overAt.toISOString()} ${last.id}` : after
    return { last: mark, done: orders.length, finished: orders.length < limit }
  },
}

const returnName = 'credit_return'

/** Returns held CREDIT of started orders plus the payment bonus, up to the maximum. */
export const creditReturnStep: DayStep = {
  name: returnName,
  parts: [''],
  when: 'midnight',
  chunk: async (tx, { day, after, limit }) => {
    const at = endOf(day)
    const started = await lockStarted(tx, Number(after || '0'), limit)
    const orders = await lockOrders(
      tx,
      started.map(({ orderId }) => orderId),
    )
    const has = await loadCredit(tx, [...new Set(started.map(({ walletId }) => walletId))])
    const entries: Entry[] = []
    const events: OrderEvent[] = []
    for (const reservation of started) {
      const { orderId, walletId, creditUnits } = reservation
      const before = has.get(walletId) ?? 0n
      const bonus = creditFitting(reservation.bonusUnits, before)
      has.set(walletId, before + bonus)
      const postings = returnCredit(reservation, bonus)
      entries.push({ key: stepKey(returnName, day, orderId), at, ref: `order:${orderId}`, postings })
      await updateReservation(tx, reservation, { bonusUnits: bonus, creditOverAt: at })
      const order = orders.find(({ id }) => id === orderId)
      expect(order, `the order of reservation ${orderId} exists`)
      const params = { credit: showUnits(creditUnits), bonus: showUnits(bonus) }
      events.push({ order, at, kind: 'credit_returned', params })
    }
    await postMany(tx, entries)
    await addEvents(tx, events)
    return { last: String(started.at(-1)?.orderId ?? after), done: started.length, finished: started.length < limit }
  },
}

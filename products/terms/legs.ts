import { multiply, rateOf } from '#kit/amount/amount.ts'
import { available, issued, principal, promised } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import type { Moved } from './line.ts'
import type { Order } from './order.ts'

/** Base coin first. For an acceleration, the amount it marks. */
export function legsOf({ terms, baseUnits, sideUnits }: Order): readonly Moved[] {
  const base = { asset: terms.base, units: baseUnits }
  return terms.side && sideUnits > 0n ? [base, { asset: terms.side, units: sideUnits }] : [base]
}

export const accountsOf = (order: Order) => ({
  wallet: available(order.walletId),
  principal: principal(order.id, order.walletId, order.terms.line),
  promised: promised(order.id, order.walletId, order.terms.line),
})

export const moving = (postings: readonly Posting[]): readonly Posting[] =>
  postings.filter((posting) => posting.units > 0n)

export function payIn(order: Order, code: number): readonly Posting[] {
  const { wallet, principal } = accountsOf(order)
  return moving(legsOf(order).map((leg) => ({ from: wallet, to: principal, ...leg, code })))
}

export function giveBack(order: Order, code: number): readonly Posting[] {
  const { wallet, principal } = accountsOf(order)
  return moving(legsOf(order).map((leg) => ({ from: principal, to: wallet, ...leg, code })))
}

export function dailyPower(order: Order, code: number): readonly Posting[] {
  const units = multiply(order.valueUnits, rateOf(order.terms.powerPerDay), 'down')
  return moving([{ from: issued, to: available(order.walletId), asset: 'POWER', units, code }])
}

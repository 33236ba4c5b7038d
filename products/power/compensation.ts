import { divide, type Rate, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'

export const restorableDays = 30

/** POWER units of the last 30 days. */
export type Losses = { readonly lost: bigint; readonly restored: bigint }

export const restorableOf = ({ lost, restored }: Losses): bigint => (lost > restored ? lost - restored : 0n)

/** ATMC worth 1 USDT per POWER, rounded up. @param price USDT for one ATMC. @throws exchange.not_open without a price. */
export function costOf(powerUnits: bigint, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(powerUnits * price.denominator, price.numerator, 'up')
}

/** 2 % above the quote, rounded up, because every trade moves the price. */
export const payMostOf = (units: bigint): bigint => divide(units * 102n, 100n, 'up')

export type Compensation = {
  readonly power: bigint
  readonly pay: bigint
  readonly available: bigint
  readonly payMost?: bigint | undefined
}

/** @throws power.restorable, invest.payment, balance.insufficient */
export function decideCompensation({ power, pay, available, payMost }: Compensation, losses: Losses): void {
  const most = restorableOf(losses)
  if (power > most) fail('power.restorable', { most: showUnits(most) })
  if (payMost !== undefined && pay > payMost) fail('invest.payment')
  if (pay > available) fail('balance.insufficient', { coin: 'ATMC' })
}

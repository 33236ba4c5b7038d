import { divide, type Rate, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'

/** Decay of this many days can be made good. */
export const restorableDays = 30

/** POWER decay took in the last 30 days and POWER restored in the same time, in units. */
export type Losses = { readonly lost: bigint; readonly restored: bigint }

/** What can still be restored: never more than decay took. */
export const restorableOf = ({ lost, restored }: Losses): bigint => (lost > restored ? lost - restored : 0n)

/** ATMC worth 1 USDT for each POWER, rounded up. @param price USDT for one ATMC. @throws exchange.not_open without a price. */
export function costOf(powerUnits: bigint, price: Rate | undefined): bigint {
  if (!price || price.numerator === 0n) fail('exchange.not_open')
  return divide(powerUnits * price.denominator, price.numerator, 'up')
}

/** The most a holder agrees to beside a quote: 2 % more, rounded up, because the last price counts and every trade moves it. */
export const payMostOf = (units: bigint): bigint => divide(units * 102n, 100n, 'up')

export type Compensation = {
  readonly power: bigint
  readonly pay: bigint
  /** ATMC the wallet has. */
  readonly available: bigint
  readonly payMost?: bigint | undefined
}

/** Whether so much may be restored now. @throws power.restorable, invest.payment, balance.insufficient */
export function decideCompensation({ power, pay, available, payMost }: Compensation, losses: Losses): void {
  const most = restorableOf(losses)
  if (power > most) fail('power.restorable', { most: showUnits(most) })
  if (payMost !== undefined && pay > payMost) fail('invest.payment')
  if (pay > available) fail('balance.insufficient', { coin: 'ATMC' })
}

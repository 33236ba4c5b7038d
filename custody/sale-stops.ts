import * as v from 'valibot'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import { setting } from '#kit/store/settings.ts'

/** reserves: chains hold less than we owe · proof: no proof of liabilities for a day. */
export type StopReason = 'reserves' | 'proof'
export type SaleStops = Readonly<Partial<Record<string, StopReason>>>

/** Coins with paused sales. Set automatically, never by an operator. */
export const saleStops = setting({
  name: 'sales.stops',
  byCompany: true,
  narrowsWithdrawing: false,
  about:
    'Coins that nothing is sold for, and the company takes nothing of: chains have less than is owed, or a day was not proven. Set by the company itself',
  initial: {} as SaleStops,
  schema: v.pipe(
    v.record(v.string(), v.picklist(['reserves', 'proof'])),
    v.check((stops) => Object.keys(stops).every(isCoin), 'not a coin'),
  ),
})

/** @throws invest.coin_stopped if a coin is stopped */
export function refuseStopped(stops: SaleStops, coins: readonly Coin[]): void {
  for (const coin of coins) {
    const why = stops[coin]
    if (why) fail('invest.coin_stopped', { coin, why })
  }
}

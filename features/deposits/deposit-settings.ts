import * as v from 'valibot'
import { parseUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { type ChainId, chainCoin } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import { openingsSchema } from '#kit/opening.ts'
import { amountText, setting } from '#kit/settings.ts'

/** Switch and window by "chain.coin". They close the page, never the door: what arrives is credited all the same. */
export const depositOpenings = setting({
  name: 'deposits.openings',
  narrowsWithdrawing: false,
  about:
    'Switch and daily window (UTC) of recharging, by chain and coin: {"bsc.USDT": {"open": true, "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {},
  schema: openingsSchema,
})

/** Minimums that differ from the chain's own, by "chain.coin". */
export const depositMinimums = setting({
  name: 'deposits.minimums',
  narrowsWithdrawing: false,
  about: 'The least that is credited at once, by chain and coin, in coins: {"bsc.USDT": "5"}',
  initial: {} as Record<string, string>,
  schema: v.record(v.string(), amountText),
})

/** The least that is credited at once, in units. */
export function depositMinimum(minimums: Readonly<Record<string, string>>, chain: ChainId, coin: Coin): bigint {
  const units = parseUnits(minimums[`${chain}.${coin}`] ?? chainCoin(chain, coin)?.depositMin ?? '')
  expect(units !== undefined, `${coin} travels on ${chain}`)
  return units
}

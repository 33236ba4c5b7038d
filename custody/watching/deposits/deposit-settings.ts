import * as v from 'valibot'
import { divide, parseUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { amountText, setting } from '#kit/store/settings.ts'
import { openingsSchema } from '#kit/time/opening.ts'

/** By "chain.coin". Arriving coins are credited even while the page is closed. */
export const depositOpenings = setting({
  name: 'deposits.openings',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about:
    'Switch and daily window (UTC) of recharging, by chain and coin: {"bsc.USDT": {"open": true, "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {},
  schema: openingsSchema,
})

export const depositMinimums = setting({
  name: 'deposits.minimums',
  narrowsWithdrawing: false,
  about: 'The least that is credited at once, by chain and coin, in coins: {"bsc.USDT": "5"}',
  initial: {} as Record<string, string>,
  schema: v.record(v.string(), amountText),
})

export function depositMinimum(minimums: Readonly<Record<string, string>>, chain: ChainId, coin: Coin): bigint {
  const units = parseUnits(minimums[`${chain}.${coin}`] ?? chainCoin(chain, coin)?.depositMin ?? '')
  expect(units !== undefined, `${coin} travels on ${chain}`)
  return units
}

/** In units: 0.0001 and 1 of a coin. */
const floorLeast = 10_000n
const floorMost = 100_000_000n
const floorText = v.pipe(
  amountText,
  v.check((text) => {
    const units = parseUnits(text) ?? 0n
    return units >= floorLeast && units <= floorMost
  }, 'from 0.0001 to 1'),
)

export const dustFloors = setting({
  name: 'deposits.floors',
  narrowsWithdrawing: false,
  about:
    'Payments below this are counted together, in one row a wallet, coin and chain, and credited together: by coin, in coins, from 0.0001 to 1: {"USDT": "0.01"}',
  initial: Object.fromEntries(coins.map((coin) => [coin, '0.01'])),
  schema: v.record(v.string(), floorText),
})

/** The most non-dust payments that can wait below the minimum. */
const waitingMost = 1_000n

export type DepositTerms = {
  readonly floors: Readonly<Record<string, string>>
  readonly minimums: Readonly<Record<string, string>>
}

/** In units. High enough that at most `waitingMost` payments wait. */
export function dustFloor({ floors, minimums }: DepositTerms, chain: ChainId, coin: Coin): bigint {
  const least = divide(depositMinimum(minimums, chain, coin), waitingMost, 'down')
  const floor = parseUnits(floors[coin] ?? dustFloors.initial[coin] ?? '') ?? 0n
  return floor > least ? floor : least
}

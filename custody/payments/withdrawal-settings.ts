import * as v from 'valibot'
import { parseUnits } from '#kit/amount/amount.ts'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, chains, isChain } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { amountFrom, amountText, onlyTightened, setting, unitsIn } from '#kit/store/settings.ts'
import { type Opening, openingSchema } from '#kit/time/opening.ts'
import type { RushBounds } from './approving/velocity.ts'

function ownTerms(name: string) {
  const [chain = '', coin = ''] = name.split('.')
  return isChain(chain) && isCoin(coin) ? chainCoin(chain, coin) : undefined
}
const travels = (name: string): boolean => ownTerms(name) !== undefined
const decimalsOf = (amount: string): number => (amount.split('.')[1] ?? '').replace(/0+$/, '').length

/** Minimum open minutes per day. */
const openDailyMinutes = 8 * 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const isOpenLongEnough = ({ opensAt, closesAt }: Opening): boolean => {
  const minutes = minutesOf(closesAt) - minutesOf(opensAt)
  return (opensAt <= closesAt ? minutes : minutes + 24 * 60) >= openDailyMinutes
}

/** By "chain.coin". */
export const withdrawalOpenings = setting({
  name: 'withdrawals.openings',
  hasOwnVerb: true,
  narrowsWithdrawing: true,
  about:
    'Switch with its end, and daily window (UTC) of withdrawing, by chain and coin: {"bsc.USDT": {"open": false, "until": "2026-11-23T12:00:00Z", "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {} as Record<string, Opening>,
  schema: v.pipe(
    v.record(v.string(), openingSchema),
    v.check((openings) => Object.keys(openings).every(travels), 'the coin does not travel there'),
    v.check(
      (openings) => Object.values(openings).every(({ open, until }) => open || until !== undefined),
      'what is closed needs an end (until)',
    ),
    v.check(
      (openings) => Object.values(openings).every(isOpenLongEnough),
      'withdrawing is open for 8 hours a day at least',
    ),
  ),
  closings: (openings, setAt) =>
    Object.fromEntries(
      Object.entries(openings).flatMap(([name, { open, until }]) =>
        open || until === undefined ? [] : [[name, { from: setAt, until: new Date(until) }]],
      ),
    ),
})

const timesOwn = 5n

function isNearOwn([name, { minimum, fee }]: readonly [string, { minimum: string; fee: string }]): boolean {
  const own = ownTerms(name)
  const isNear = (text: string, preset: string) => (parseUnits(text) ?? 0n) <= (parseUnits(preset) ?? 0n) * timesOwn
  return own !== undefined && isNear(minimum, own.withdrawalMin) && isNear(fee, own.withdrawalFee)
}

export const withdrawalTerms = setting({
  name: 'withdrawals.terms',
  narrowsWithdrawing: true,
  about: 'Minimum and fee of a withdrawal, by chain and coin, in coins: {"bsc.USDT": {"minimum": "10", "fee": "0.3"}}',
  initial: {} as Record<string, { minimum: string; fee: string }>,
  schema: v.pipe(
    v.record(
      v.string(),
      v.pipe(
        v.object({ minimum: amountText, fee: amountText }),
        v.check(
          ({ minimum, fee }) => (parseUnits(fee) ?? 0n) < (parseUnits(minimum) ?? 0n),
          'the fee eats the minimum',
        ),
      ),
    ),
    v.check((terms) => Object.keys(terms).every(travels), 'the coin does not travel there'),
    v.check(
      (terms) => Object.entries(terms).every(isNearOwn),
      'minimum and fee are five times what they are from the start, at most',
    ),
    // amount − fee must be exact on the chain. An inexact payment would block all later ones.
    v.check(
      (terms) => Object.entries(terms).every(([name, { fee }]) => decimalsOf(fee) <= (ownTerms(name)?.decimals ?? 0)),
      'the fee has more decimals than the token',
    ),
  ),
})

/** Values in USDT (PRODUCT.md part 5). */
export const withdrawalLimits = setting({
  name: 'withdrawals.limits',
  narrowsWithdrawing: true,
  about:
    'In USDT value: the most at once and in 24 h, and above what (at once, in 24 h, withdrawals in 24 h) the operator looks first',
  initial: {
    maximumValue: '10000',
    dayLimitValue: '50000',
    reviewAboveValue: '1000',
    reviewAboveDayValue: '5000',
    reviewAboveCount: 5,
  },
  // Assumed: minimums are a tenth of the initial values, or 3 of 5 for the count.
  schema: v.pipe(
    v.object({
      maximumValue: amountFrom('1000'),
      dayLimitValue: amountFrom('5000'),
      reviewAboveValue: amountFrom('100'),
      reviewAboveDayValue: amountFrom('500'),
      reviewAboveCount: v.pipe(v.number(), v.integer(), v.minValue(3)),
    }),
    v.check(
      ({ maximumValue, dayLimitValue }) => (parseUnits(maximumValue) ?? 0n) <= (parseUnits(dayLimitValue) ?? 0n),
      'the most at once is more than the most in 24 h',
    ),
  ),
  tightens: (before, after) =>
    onlyTightened(before, after, {
      maximumValue: 'lower',
      dayLimitValue: 'lower',
      reviewAboveValue: 'lower',
      reviewAboveDayValue: 'lower',
      reviewAboveCount: 'lower',
    }),
})

export const withdrawalVelocity = setting({
  name: 'withdrawals.velocity',
  narrowsWithdrawing: true,
  about:
    'In USDT value: beyond what in an hour, of all withdrawals let go, further ones wait until it is over; the same of one coin above so many percent of a week of recharges, once its hour passes a floor',
  // Assumed: half of the payout contract's daily cap, so a rush is visible before the contract stops it.
  initial: { hourValue: '50000', rushPercent: 30, rushFloorValue: '10000' },
  schema: v.object({
    hourValue: amountFrom('10000'),
    rushPercent: v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(1000)),
    rushFloorValue: amountFrom('1000'),
  }),
})
/** In units of USDT value. */
export const boundsOf = ({
  hourValue,
  rushPercent,
  rushFloorValue,
}: v.InferOutput<typeof withdrawalVelocity.schema>): RushBounds => ({
  ...unitsIn({ hourValue, floorValue: rushFloorValue }),
  percent: rushPercent,
})

export const withdrawalApprovals = setting({
  name: 'withdrawals.approvals',
  narrowsWithdrawing: true,
  about: 'How many approvers must sign for a withdrawal above the review limits before it goes',
  initial: 2,
  schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)),
  tightens: (before, after) => after >= before,
})

export type Limits = {
  readonly maximumValue: bigint
  readonly dayLimitValue: bigint
  readonly reviewAboveValue: bigint
  readonly reviewAboveDayValue: bigint
  readonly reviewAboveCount: number
}

export const limitsOf = ({ reviewAboveCount, ...values }: v.InferOutput<typeof withdrawalLimits.schema>): Limits => ({
  ...unitsIn(values),
  reviewAboveCount,
})

/** In units. */
export type Terms = { readonly minimum: bigint; readonly fee: bigint }

/** @throws funds.chain_coin if the chain does not carry the coin. */
export function termsOf(
  settings: Readonly<Record<string, { minimum: string; fee: string }>>,
  chain: ChainId,
  coin: Coin,
): Terms {
  const preset = chainCoin(chain, coin) ?? fail('funds.chain_coin', { coin, chain: chains[chain].name })
  const texts = settings[`${chain}.${coin}`] ?? { minimum: preset.withdrawalMin, fee: preset.withdrawalFee }
  const [minimum, fee] = [texts.minimum, texts.fee].map((text) => parseUnits(text))
  expect(minimum !== undefined && fee !== undefined && fee < minimum, 'a minimum leaves something after the fee')
  return { minimum, fee }
}

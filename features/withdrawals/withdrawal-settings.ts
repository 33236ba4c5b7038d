import * as v from 'valibot'
import { parseUnits } from '#kit/amount.ts'
import { type Coin, isCoin } from '#kit/assets.ts'
import { type ChainId, chainCoin, chains, isChain } from '#kit/chains.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import { openingsSchema } from '#kit/opening.ts'
import { amountFrom, amountText, onlyTightened, setting, unitsIn } from '#kit/settings.ts'
import type { RushBounds } from './velocity.ts'

/** Decimals of the token contract behind "chain.coin"; undefined where the coin does not travel. */
function tokenDecimals(name: string): number | undefined {
  const [chain = '', coin = ''] = name.split('.')
  return isChain(chain) && isCoin(coin) ? chainCoin(chain, coin)?.decimals : undefined
}
const decimalsOf = (amount: string): number => (amount.split('.')[1] ?? '').replace(/0+$/, '').length

/** Switch and window by "chain.coin". */
export const withdrawalOpenings = setting({
  name: 'withdrawals.openings',
  about:
    'Switch and daily window (UTC) of withdrawing, by chain and coin: {"bsc.USDT": {"open": true, "opensAt": "00:00", "closesAt": "24:00"}}',
  initial: {},
  schema: openingsSchema,
})

/** Minimum and fee that differ from the chain's own, by "chain.coin". */
export const withdrawalTerms = setting({
  name: 'withdrawals.terms',
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
    v.check(
      (terms) => Object.keys(terms).every((name) => tokenDecimals(name) !== undefined),
      'the coin does not travel there',
    ),
    // What arrives is amount − fee, to the last decimal: a payment that cannot be said would stop all those behind it.
    v.check(
      (terms) => Object.entries(terms).every(([name, { fee }]) => decimalsOf(fee) <= (tokenDecimals(name) ?? 0)),
      'the fee has more decimals than the token',
    ),
  ),
})

/** PRODUCT.md part 5: values in USDT. */
export const withdrawalLimits = setting({
  name: 'withdrawals.limits',
  about:
    'In USDT value: the most at once and in 24 h, and above what (at once, in 24 h, withdrawals in 24 h) the operator looks first',
  initial: {
    maximumValue: '10000',
    dayLimitValue: '50000',
    reviewAboveValue: '1000',
    reviewAboveDayValue: '5000',
    reviewAboveCount: 5,
  },
  schema: v.object({
    maximumValue: amountText,
    dayLimitValue: amountText,
    reviewAboveValue: amountText,
    reviewAboveDayValue: amountText,
    reviewAboveCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  tightens: (before, after) =>
    onlyTightened(before, after, {
      maximumValue: 'lower',
      dayLimitValue: 'lower',
      reviewAboveValue: 'lower',
      reviewAboveDayValue: 'lower',
      reviewAboveCount: 'lower',
    }),
})

/** How much leaves within an hour before further withdrawals wait until it is over. */
export const withdrawalVelocity = setting({
  name: 'withdrawals.velocity',
  about:
    'In USDT value: beyond what in an hour, of all withdrawals let go, further ones wait until it is over; the same of one coin above so many percent of a week of recharges, once its hour passes a floor',
  // Assumption: half of what the payout contract pays in a day, so that a rush is seen before the contract stops it.
  initial: { hourValue: '50000', rushPercent: 30, rushFloorValue: '10000' },
  schema: v.object({
    hourValue: amountFrom('10000'),
    rushPercent: v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(1000)),
    rushFloorValue: amountFrom('1000'),
  }),
})
/** The bounds in units of USDT value. */
export const boundsOf = ({
  hourValue,
  rushPercent,
  rushFloorValue,
}: v.InferOutput<typeof withdrawalVelocity.schema>): RushBounds => ({
  ...unitsIn({ hourValue, floorValue: rushFloorValue }),
  percent: rushPercent,
})

/** How many approvers must have signed for a withdrawal that waits for review. */
export const withdrawalApprovals = setting({
  name: 'withdrawals.approvals',
  about: 'How many approvers must sign for a withdrawal above the review limits before it goes',
  initial: 2,
  schema: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
  tightens: (before, after) => after >= before,
})

/** Limits in units of USDT value. */
export type Limits = {
  readonly maximumValue: bigint
  readonly dayLimitValue: bigint
  readonly reviewAboveValue: bigint
  readonly reviewAboveDayValue: bigint
  readonly reviewAboveCount: number
}

/** The limits as numbers. */
export const limitsOf = ({ reviewAboveCount, ...values }: v.InferOutput<typeof withdrawalLimits.schema>): Limits => ({
  ...unitsIn(values),
  reviewAboveCount,
})

/** What a withdrawal of a coin on a chain takes at least, and what it costs, in units. */
export type Terms = { readonly minimum: bigint; readonly fee: bigint }

/** @throws funds.chain_coin where the coin does not travel. */
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

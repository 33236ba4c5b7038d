import { divide, type Rate, showUnits } from '#kit/amount/amount.ts'
import { pairNumber } from '#kit/text/ids.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { swap } from '#market/market.ts'
import { shareOf } from '#products/pots/pot-share.ts'
import { type Losses, restorableOf } from '#products/power/compensation.ts'
import type { getPower } from './power.contract.ts'

/** 1 % of the compute pool is paid per day. */
const dayPart = 100n

/** All amounts are in units. */
export type PowerFacts = {
  readonly power: bigint
  readonly all: bigint
  readonly full: bigint
  readonly poolFree: bigint
  readonly mined: { readonly today: bigint; readonly total: bigint }
  readonly atmc: bigint
  /** USDT per ATMC: the displayed price, and the price that restoring uses. */
  readonly guide: Rate | undefined
  readonly price: Rate | undefined
  readonly reserves: { readonly base: bigint; readonly quoted: bigint }
  readonly losses: Losses
  readonly decayShare: string
}

/** At most 8 decimals, rounded down. */
const partOf = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0' : showUnits(divide(part * 100_000_000n, whole, 'down'))

/** Price change from selling, rounded up so that a loss is never understated. */
function slippageOf(units: bigint, { base, quoted }: PowerFacts['reserves']): string | null {
  if (units === 0n || base === 0n || quoted === 0n) return null
  const { impact } = swap(quoted, base, units)
  return showUnits(divide(impact.numerator * 100_000_000n, impact.denominator, 'up'))
}

export function showPower(facts: PowerFacts): Omit<OutputOf<typeof getPower>, 'quote'> {
  const { power, all, full, poolFree, mined, atmc, guide, losses } = facts
  const forSale = atmc - (atmc > mined.total ? atmc - mined.total : 0n)
  const pot = { units: divide(poolFree, dayPart, 'down'), weight: all }
  return {
    power: showUnits(power),
    allPower: showUnits(all),
    share: partOf(power, all),
    fullPower: showUnits(full),
    poolFree: showUnits(poolFree),
    dayShare: partOf(1n, dayPart),
    estimate: showUnits(shareOf(pot, power, full)),
    todayIncome: showUnits(mined.today),
    totalIncome: showUnits(mined.total),
    guidePrice: guide ? showUnits(divide(guide.numerator * 100_000_000n, guide.denominator, 'down')) : null,
    forSale: showUnits(forSale),
    pairId: pairNumber('USDT-ATMC'),
    give: 'ATMC',
    slippage: slippageOf(forSale, facts.reserves),
    decayShare: facts.decayShare,
    lost: showUnits(losses.lost),
    restored: showUnits(losses.restored),
    restorable: showUnits(restorableOf(losses)),
  }
}

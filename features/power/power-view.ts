import { divide, type Rate, showUnits } from '#kit/amount.ts'
import { pairNumber } from '#kit/ids.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { swap } from '#market/market.ts'
import { shareOf } from '#products/pots/pot-share.ts'
import { type Losses, restorableOf } from '#products/power/compensation.ts'
import type { getPower } from './power.contract.ts'

/** 1 % of what the compute pool holds is paid a day. */
const dayPart = 100n

/** Everything the page says, in units. */
export type PowerFacts = {
  readonly power: bigint
  readonly all: bigint
  readonly full: bigint
  readonly poolFree: bigint
  readonly mined: { readonly today: bigint; readonly total: bigint }
  /** ATMC in the balance. */
  readonly atmc: bigint
  /** USDT for one ATMC: as it is shown, and as it counts for what is restored. */
  readonly guide: Rate | undefined
  readonly price: Rate | undefined
  readonly reserves: { readonly base: bigint; readonly quoted: bigint }
  readonly losses: Losses
  readonly decayShare: string
}

/** A part of a whole with at most 8 decimals, rounded down. */
const partOf = (part: bigint, whole: bigint): string =>
  whole === 0n ? '0' : showUnits(divide(part * 100_000_000n, whole, 'down'))

/** How much selling would move the price, rounded up: what a holder loses is never shown as less. */
function slippageOf(units: bigint, { base, quoted }: PowerFacts['reserves']): string | null {
  if (units === 0n || base === 0n || quoted === 0n) return null
  const { impact } = swap(quoted, base, units)
  return showUnits(divide(impact.numerator * 100_000_000n, impact.denominator, 'up'))
}

/** Computing power as its holder sees it. */
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

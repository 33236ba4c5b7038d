import { showUnits } from '#kit/amount/amount.ts'
import type { Refusal } from '#kit/failure.ts'
import { firstDigit } from '#kit/text/privacy.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { leastSharesOf } from '#products/lines/liquidity/liquidity.ts'
import { powerOfLines } from '#products/power/power-codes.ts'
import { lastsDays, type PoolUse } from '#products/purchase/pool-use.ts'
import type { ProductFacts } from '#products/purchase/product-facts.ts'
import { accrualOf, lineOf } from '#products/registry.ts'
import type { Month } from '#products/result/month.ts'
import type { Moved } from '#products/terms/line.ts'
import type { Product } from '#products/terms/order.ts'
import { showProblem } from '#products/terms/problem.ts'
import { type Figures, piecesMostOf, powerOf, sideMostOf } from '#products/terms/purchase.ts'
import { annualShare, shareText } from '#products/terms/share.ts'
import type { getProduct, listProducts } from '../../investing.contract.ts'
import { priceText } from '../../orders/detail/order-view.ts'

export type ProductItem = OutputOf<typeof listProducts>['items'][number]
export type Quote = NonNullable<OutputOf<typeof getProduct>['quote']>

const stateOf = (product: Product, now: Date): ProductItem['state'] => {
  if (product.endedAt && product.endedAt <= now) return 'ended'
  return product.openFrom > now ? 'upcoming' : 'open'
}

const showMoved = (moved: readonly Moved[]) => moved.map(({ asset, units }) => ({ asset, amount: showUnits(units) }))

/** Only the first digit: the exact amount would reveal other users' purchases. */
const showLeft = (units: bigint): string => showUnits(firstDigit(units))

/** Omits coins with nothing free or used. Live figures (free, used, days left) show only the first digit. */
function showPool(use: PoolUse | undefined): ProductItem['pool'] {
  if (!use) return null
  const shown = use.uses.filter(({ free, used }) => use.uses.length === 1 || free > 0n || used > 0n)
  const lasts = lastsDays(use)
  const most = (units: bigint) => (units > 0n ? units : 0n)
  return {
    pool: use.pool,
    days: use.days,
    coins: shown.map(({ asset, free, used, received }) => ({
      asset,
      free: showLeft(free),
      used: showLeft(most(used)),
      received: showUnits(most(received)),
    })),
    lastsDays: lasts === undefined ? null : Number(firstDigit(BigInt(lasts))),
  }
}

export const showSibling = ({ id, base, side, needsReservation, lineTerms, minimumUnits }: Product) => ({
  productId: id,
  base,
  side: side ?? null,
  pays: lineTerms?.pays ?? null,
  boost: lineTerms?.boost ?? null,
  needsReservation: needsReservation ?? false,
  tier: lineTerms?.tier ?? null,
  minimum: showUnits(minimumUnits),
})

export function showProduct(
  {
    product,
    poolFree,
    emission,
    sidePrice,
    paid,
    lately,
    realisedADay,
    realisedPower,
    poolUse,
    quota,
    sales,
    now,
  }: ProductFacts,
  month?: Month,
): ProductItem {
  const line = lineOf(product.line)
  const { lineTerms } = product
  return {
    ...showSibling(product),
    line: product.line,
    oneEntry: line.oneEntry ?? false,
    accrual: accrualOf(line),
    reinvests: line.fixed !== undefined,
    exitFee: product.exitFee ?? null,
    periods: product.periods.map((period) => {
      const { days, rate, sideShare } = period
      const real = paid(days)
      return {
        days,
        rate,
        annualRate: days === 0 ? '0' : annualShare(rate, days),
        sideShare,
        powerPerDay: powerOf(product, period),
        realisedRate: real && real.principal > 0n ? shareText(real.interest, real.principal) : null,
        endedRounds: Number(firstDigit(BigInt(real?.rounds ?? 0))),
        weight: period.weight ?? null,
      }
    }),
    releasePerDay: lineTerms?.releasePerDay ?? null,
    mostPerDay: lineTerms?.mostPerDay ?? null,
    realisedPerDay:
      lately && lately.principal > 0n ? { rate: shareText(lately.paid, lately.principal), days: lately.days } : null,
    month: month ? { ...month, usdt: showUnits(month.usdt) } : null,
    realisedADay: realisedADay ? { days: realisedADay.days, coins: showMoved(realisedADay.coins) } : null,
    paysPower: powerOfLines.some(({ line: paying }) => paying === product.line),
    realisedPower: realisedPower
      ? {
          days: realisedPower.days,
          realised: showUnits(realisedPower.realised),
          named: showUnits(realisedPower.named),
        }
      : null,
    startPower: lineTerms?.startPower ?? null,
    piecesMost: piecesMostOf(product, line.piecesMost) ?? null,
    maximumValue: showUnits(product.maximumValueUnits),
    state: stateOf(product, now),
    openFrom: product.openFrom.toISOString(),
    quota:
      product.quotaUnits === undefined
        ? null
        : { daily: showUnits(product.quotaUnits), left: showLeft(quota.left ?? product.quotaUnits) },
    caps: sales
      ? { day: showUnits(sales.dayMost), dayLeft: showLeft(sales.dayLeft), wallet: showUnits(sales.walletMost) }
      : null,
    queued: quota.queued,
    poolFree: poolFree === undefined ? null : showLeft(poolFree),
    pool: showPool(poolUse),
    emission: emission ? { asset: emission.asset, amount: showLeft(emission.units) } : null,
    sidePrice: sidePrice ? priceText(sidePrice) : null,
  }
}

/** `problem`: why a purchase would be refused now. */
export const showQuote = (
  figures: Figures,
  problem: Refusal | undefined,
): Omit<Quote, 'reservation' | 'ways' | 'lately'> => ({
  base: showUnits(figures.baseUnits),
  side: showUnits(figures.sideUnits),
  sideMost: showUnits(sideMostOf(figures.sideUnits)),
  interest: showUnits(figures.terms.pays ? 0n : figures.promiseUnits),
  promised: figures.terms.pays ? { asset: figures.terms.pays, amount: showUnits(figures.promiseUnits) } : null,
  value: showUnits(figures.valueUnits),
  shares:
    figures.shareUnits === undefined
      ? null
      : { now: showUnits(figures.shareUnits), least: showUnits(leastSharesOf(figures.shareUnits)) },
  power: showUnits(figures.powerUnits),
  sidePower: showUnits(figures.sideValueUnits),
  startsAt: figures.startsAt.toISOString(),
  endsAt: figures.endsAt?.toISOString() ?? null,
  problem: showProblem(problem),
})

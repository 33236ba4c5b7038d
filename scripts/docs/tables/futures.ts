import { divide, parseUnits, type Rate, rateOf } from '#kit/amount/amount.ts'
import { type Coin, isCoin } from '#kit/amount/coins.ts'
import { pairs } from '#kit/text/ids.ts'
import { coinsOf } from '#market/market.ts'
import { nodeDayUnits } from '#products/pots/fees.ts'
import { fullWeightOf, fullWeights } from '#products/pots/pot-settings.ts'
import { powerDecay } from '#products/power/power-settings.ts'
import { broughtIn, type PowerPot } from '#products/result/break-even.ts'
import { dayCoinsAlone, isPriced } from '#products/result/day-coins.ts'
import { type Today, type Way, worthAfter } from '#products/result/outcomes.ts'
import { type UsdtOf, usdtOf } from '#products/result/result.ts'
import type { DemoProduct } from '#products/terms/demo-product.ts'
import type { DayFacts, Moved, ProductLine } from '#products/terms/line.ts'
import type { Order } from '#products/terms/order.ts'
import { demoDay, openingOf } from './demo-fees.ts'

const units = (text: string): bigint => parseUnits(text) ?? 0n
const one: Rate = { numerator: 1n, denominator: 1n }

const opening = new Map<Coin, Rate>([['USDT', one]])
for (const pair of pairs) {
  const { base, quoted } = coinsOf(pair)
  const { base: numerator, quoted: denominator } = openingOf(pair)
  if (base === 'USDT' && !opening.has(quoted)) opening.set(quoted, { numerator, denominator })
}
export const openingPrice: UsdtOf = (coin) => opening.get(coin)

/** `times`: factor applied to the demo's initial pots and trade. */
export type Future = {
  readonly name: string
  readonly times: Rate
  /** Final price of the second coin ÷ initial price. */
  readonly price: Rate
  /** The fund's result after one year, in percent. */
  readonly venue: bigint
}
export const futures: readonly Future[] = [
  {
    name: 'a quarter',
    times: { numerator: 1n, denominator: 4n },
    price: { numerator: 3n, denominator: 4n },
    venue: -10n,
  },
  { name: 'as it opens', times: one, price: one, venue: 0n },
  {
    name: 'twice',
    times: { numerator: 2n, denominator: 1n },
    price: { numerator: 5n, denominator: 4n },
    venue: 10n,
  },
]
export const part = (amount: bigint, { numerator, denominator }: Rate): bigint =>
  divide(amount * numerator, denominator, 'down')

/** Same value in db/seed-demo.ts. */
const computePool = units('200000')
export const yearDays = 365

export const powerPotIn = ({ times }: Future, usdt: UsdtOf = openingPrice): PowerPot => ({
  dayUnits: part(computePool / 100n, times),
  all: 0n,
  full: fullWeightOf('compute', fullWeights.initial),
  decay: rateOf(powerDecay.initial),
  usdt: usdt('ATMC'),
})

const factsAlone: DayFacts = {
  day: '2026-01-01' as DayFacts['day'],
  at: new Date('2026-01-02T00:00:00Z'),
  usdt: (coin) => openingPrice(coin),
  principal: ({ baseUnits }) => baseUnits,
  promised: ({ promiseUnits }) => promiseUnits,
  capital: () => 0n,
  speed: () => ({ numerator: 0n, denominator: 1n }),
}

/** A hundredth of the demo's pool, or the nodes' part of a day's fees. */
function potOf({ pool }: ProductLine, { times }: Future): readonly Moved[] {
  if (pool?.passesOn) return demoDay.map(({ coin, node }) => ({ asset: coin, units: part(nodeDayUnits(node), times) }))
  return Object.entries(pool?.demo ?? {}).map(([coin, filled]) => ({
    asset: coin as Coin,
    units: part(units(filled) / 100n, times),
  }))
}

/** Coins per day without other orders, capped by the terms. */
function dayCoinsIn(product: DemoProduct, order: Order, line: ProductLine, future: Future): readonly Moved[] {
  const { share } = line
  const coins = potOf(line, future)
  if (!share) return []
  const full = fullWeightOf(share.pool, fullWeights.initial)
  if (isPriced(product)) return dayCoinsAlone(product, { coins, full }, openingPrice)
  return coins.flatMap(({ asset, units: shared }) => {
    const most = share.most?.(order, asset, factsAlone) ?? 0n
    return most > 0n ? [{ asset, units: most < shared ? most : shared }] : []
  })
}

export const todayIn = (product: DemoProduct, order: Order, line: ProductLine, future: Future): Today => ({
  usdt: openingPrice,
  pot: powerPotIn(future),
  dayCoins: dayCoinsIn(product, order, line, future),
})

/** Result after a year, in USDT units. Undefined if unknown. */
export type Outcome = { readonly holder: bigint | undefined; readonly company: bigint | undefined }

const negative = ({ asset, units: each }: Moved): Moved => ({ asset, units: -each })

/** The company's coins: prices and fees minus coins paid for them. `outcomeOf` subtracts daily interest. Retired coins belong to no one. */
export function keptBy({ goesIn, givenUp, gained }: Way, line: ProductLine): readonly Moved[] {
  if (line.fixed) return []
  return line.source ? [...goesIn, ...gained.map(negative)] : givenUp
}

/** The company pays interest and pot income from its money or fees. */
export function outcomeOf(way: Way, line: ProductLine, pot: PowerPot): Outcome {
  const kept = usdtOf(
    keptBy(way, line).filter(({ asset }) => isCoin(asset)),
    openingPrice,
  )
  if (way.way === 'leave') return { holder: way.usdt, company: kept }
  return {
    holder: worthAfter(way, yearDays, pot),
    company: kept === undefined ? undefined : kept - broughtIn(yearDays, way.onDay, pot),
  }
}

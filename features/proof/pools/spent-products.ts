import { divide, unitsPerOne } from '#kit/amount/amount.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import type { PaidOnDay } from '#proofs/flows/flows.ts'
import { type FlowsOfDay, sum } from './pool-figures.ts'

/** Product lines that do not return the purchase price. */
export const spentProducts = ['package', 'machine', 'node'] as const
export type SpentProduct = (typeof spentProducts)[number]

export const payers = {
  package: 'order.package.promised',
  machine: 'pool.machine.free',
  node: 'pool.node.free',
} as const satisfies Record<SpentProduct, string>

type CoinUnits = { readonly coin: string; readonly units: bigint }
export type SpentFigures = {
  /** In USDT. */
  readonly price: bigint
  readonly received: readonly CoinUnits[]
  /** Locked for orders, not yet paid. */
  readonly waiting: readonly CoinUnits[]
}

const coinOfPrice = 'USDT'
const isWallet = (name: string): boolean => name.startsWith('wallet.')

export function spentOf(days: readonly FlowsOfDay[], line: SpentProduct): SpentFigures | undefined {
  const all = days.flatMap(({ flows }) => flows)
  const payer = payers[line]
  const own = all.filter(({ from, to }) => from === payer || to === payer)
  const ofCoins = (unitsOf: (coin: string) => bigint): CoinUnits[] =>
    [...new Set(own.map(({ coin }) => coin))]
      .toSorted()
      .map((coin) => ({ coin, units: unitsOf(coin) }))
      .filter(({ units }) => units > 0n)
  const received = ofCoins((coin) => sum(own, (flow) => flow.coin === coin && flow.from === payer && isWallet(flow.to)))
  const waiting =
    line === 'package'
      ? ofCoins((coin) => {
          const ofCoin = own.filter((flow) => flow.coin === coin)
          return sum(ofCoin, ({ to }) => to === payer) - sum(ofCoin, ({ from }) => from === payer)
        })
      : []
  const price = sum(
    all,
    ({ from, to, coin }) => from === `order.${line}.principal` && to === 'house.sales' && coin === coinOfPrice,
  )
  return price > 0n || received.length > 0 || waiting.length > 0 ? { price, received, waiting } : undefined
}

/** USDT per coin at the end of the day, in 10⁻⁸. */
type DayPrice = { readonly day: Day; readonly coin: string; readonly price: bigint }

/** Value of payouts per line in USDT, at the price of the previous midnight, rounded down. Coins without a price count as 0. */
export function worthsOf(
  paid: readonly PaidOnDay[],
  prices: readonly DayPrice[],
): { line: SpentProduct; units: bigint }[] {
  const priceOf = new Map(prices.map(({ day, coin, price }) => [`${day} ${coin}`, price]))
  return spentProducts.flatMap((line) => {
    const own = paid.filter(({ from }) => from === payers[line])
    const worth = ({ day, coin, units }: PaidOnDay): bigint => {
      const price = coin === coinOfPrice ? unitsPerOne : (priceOf.get(`${addDays(day, -1)} ${coin}`) ?? 0n)
      return divide(units * price, unitsPerOne, 'down')
    }
    return own.length === 0 ? [] : [{ line, units: own.reduce((total, each) => total + worth(each), 0n) }]
  })
}

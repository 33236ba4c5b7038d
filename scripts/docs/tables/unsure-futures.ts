import { divide, multiply, type Rate, rateOf } from '#kit/amount/amount.ts'
import type { OrderId, PairId, WalletId } from '#kit/text/ids.ts'
import { swap, tradeFee } from '#market/market.ts'
import { joined, rootOf, sharesFor, stakeOf, worthOf } from '#market/trade/liquidity.ts'
import { splitLoss, splitProfit } from '#products/lines/fund/profit.ts'
import { pairOf } from '#products/lines/liquidity/liquidity.ts'
import { shareOf } from '#products/pots/pot-share.ts'
import { broughtIn } from '#products/result/break-even.ts'
import type { Way } from '#products/result/outcomes.ts'
import { type UsdtOf, usdtOf } from '#products/result/result.ts'
import type { Moved } from '#products/terms/line.ts'
import type { Order } from '#products/terms/order.ts'
import { demoDay, openingOf } from './demo-fees.ts'
import { type Future, type Outcome, openingPrice, part, powerPotIn, yearDays } from './futures.ts'

type Reserves = { readonly base: bigint; readonly quoted: bigint }

/** Reserves after trades by others, whose fees stay outside the reserves. */
function movedTo({ base, quoted }: Reserves, { numerator, denominator }: Rate): Reserves {
  if (numerator === denominator) return { base, quoted }
  const isDearer = numerator > denominator
  // The product of the reserves is constant, so the price changes with the square of a reserve.
  const wanted = isDearer
    ? rootOf((base * base * numerator) / denominator)
    : rootOf((quoted * quoted * denominator) / numerator)
  const [into, from] = isDearer ? [base, quoted] : [quoted, base]
  const given = divide((wanted - into) * tradeFee.denominator, tradeFee.denominator - tradeFee.numerator, 'up')
  const { net, received } = swap(into, from, given)
  return isDearer ? { base: base + net, quoted: quoted - received } : { base: base - received, quoted: quoted + net }
}

const feesOf = (pair: PairId): readonly Moved[] =>
  demoDay.flatMap(({ coin, liquidity }) =>
    liquidity.filter((each) => each.pair === pair).map(({ units }) => ({ asset: coin, units })),
  )

/**
 * Compares a demo market position at the end of its term with keeping the coins. Includes reserves at the new price, the fee share, and one
 * year of POWER.
 */
export function liquidityIn(order: Order, way: Way, future: Future): Outcome {
  const { base, side = base, days, weight = '1' } = order.terms
  const pair = pairOf(order.terms)
  const opening = openingOf(pair)
  const company = rootOf(opening.base * opening.quoted)
  const market = { ...opening, shares: company }
  const stake = stakeOf(market, order.baseUnits, order.sideUnits)
  const shares = sharesFor(market, order.baseUnits, order.sideUnits)
  const after = joined(market, stake)
  const worth = worthOf({ ...after, ...movedTo(after, future.price) }, shares)
  const own = multiply(shares, rateOf(weight), 'down')
  const fees = feesOf(pair).map(({ asset, units }) => ({
    asset,
    units: shareOf({ units: part(units, future.times) * BigInt(days), weight: company + own }, own, 0n),
  }))
  const usdt: UsdtOf = (coin) => {
    const rate = openingPrice(coin)
    const { numerator, denominator } = coin === side ? future.price : { numerator: 1n, denominator: 1n }
    return rate && { numerator: rate.numerator * numerator, denominator: rate.denominator * denominator }
  }
  const changes = [
    { asset: base, units: worth.base - stake.base },
    { asset: side, units: worth.quoted - stake.quoted },
    ...fees,
  ]
  const result = usdtOf(changes, usdt)
  const shared = usdtOf(fees, usdt)
  const power = broughtIn(yearDays, way.onDay, powerPotIn(future, usdt))
  return {
    holder: result === undefined ? undefined : result + power,
    company: shared === undefined ? undefined : -shared - power,
  }
}

const [holder, above] = ['holder' as WalletId, 'above' as WalletId]
/** Six stars give an upline the largest possible bonus. */
const uplines = [
  { walletId: above, sponsorId: null, star: 6, barred: false },
  { walletId: holder, sponsorId: above, star: 0, barred: false },
]

/** Simulates one holder. The venue's yearly result is booked at the end. */
export function fundIn({ baseUnits, boughtAt }: Order, { venue }: Future): Outcome {
  const held = [
    {
      ...{ orderId: 1 as OrderId, walletId: holder, startedAt: boughtAt },
      ...{ principal: baseUnits, shares: baseUnits, lost: 0n },
    },
  ]
  const result = (baseUnits * venue) / 100n
  const sum = (parts: readonly { readonly units: bigint }[]) => parts.reduce((total, { units }) => total + units, 0n)
  if (result < 0n) return { holder: -sum(splitLoss(-result, held)), company: 0n }
  const { dividends, fee } = splitProfit(result, held, new Date(boughtAt.getTime() + yearDays * 86_400_000), uplines)
  return { holder: sum(dividends), company: fee }
}

import { divide, parseUnits, rateOf, showUnits, unitsPerOne } from '#kit/amount.ts'

type Side = { readonly id: number; readonly base: string; readonly quoted: string }
type Priced = Side & { readonly price: string | null }
type Direction = 'buy' | 'sell'

/** What an address of the exchange may say. */
export type Start = {
  readonly pairId?: number | undefined
  /** The coin that is given. */
  readonly give?: string | undefined
  /** The coin that is wanted for it. */
  readonly receive?: string | undefined
}

/** The pair that an address means: the one it names, the one of both coins, or the first that has the coin. */
export function pairAt<Pair extends Side>(pairs: readonly Pair[], { pairId, give, receive }: Start): Pair | undefined {
  const has = (pair: Side, coin: string | undefined) => coin === pair.base || coin === pair.quoted
  const found =
    pairId !== undefined
      ? pairs.find(({ id }) => id === pairId)
      : (pairs.find((pair) => give !== receive && has(pair, give) && has(pair, receive)) ??
        pairs.find((pair) => has(pair, give ?? receive)))
  return found ?? pairs[0]
}

export function directionAt({ base, quoted }: Side, { give, receive }: Start): Direction {
  return give === quoted || (give !== base && receive === base) ? 'sell' : 'buy'
}

type Rules = { readonly items: readonly Priced[]; readonly minimumValue: string; readonly feeShare: string }

const cent = 1_000_000n
/** Assumed: a hundredth more than the last price says, for the impact of the trade and for what the price moves meanwhile. */
const roomed = (units: bigint): bigint => divide(units * 101n, 100n, 'up')
/** As a person could have typed it: rounded up. */
const typed = (units: bigint): string => showUnits(divide(units, cent, 'up') * cent, 2)

/** How much of the coin given brings `need` of the other one, and never less than the smallest exchange; '' where nobody can say. */
export function giveFor(rules: Rules, pair: Priced, direction: Direction, need: string): string {
  const units = parseUnits(need) ?? 0n
  const price = pair.price === null ? undefined : rateOf(pair.price)
  if (units <= 0n || !price || price.numerator <= 0n) return ''
  const { numerator, denominator } = price
  const atPrice =
    direction === 'buy' ? divide(units * numerator, denominator, 'up') : divide(units * denominator, numerator, 'up')
  const withFee = divide(atPrice * unitsPerOne, unitsPerOne - (parseUnits(rules.feeShare) ?? 0n), 'up')
  const wanted = roomed(withFee)
  const least = smallest(rules, direction === 'buy' ? pair.base : pair.quoted)
  return typed(wanted > least ? wanted : least)
}

/** A larger amount, where a quote of `amount` brought `least` and `need` is wanted. Rounded up to cents. */
export const scaleGive = (amount: string, need: bigint, least: bigint): string =>
  typed(divide((parseUnits(amount) ?? 0n) * need * 1001n, least * 1000n, 'up'))

/** How much of a coin the smallest exchange takes: its limit is a value in USDT. Nothing where the coin has no price. */
function smallest({ items, minimumValue }: Rules, coin: string): bigint {
  const least = parseUnits(minimumValue) ?? 0n
  if (coin === 'USDT') return least
  const price = items.find(({ base, quoted }) => base === 'USDT' && quoted === coin)?.price
  const rate = price ? rateOf(price) : undefined
  return rate && rate.numerator > 0n ? roomed(divide(least * rate.denominator, rate.numerator, 'up')) : 0n
}

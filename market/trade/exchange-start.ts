import { divide, parseUnits, rateOf, showUnits, unitsPerOne } from '#kit/amount/amount.ts'

type Side = { readonly id: number; readonly base: string; readonly quoted: string }
type Priced = Side & { readonly price: string | null }
type Direction = 'buy' | 'sell'

/** URL parameters. */
export type Start = {
  readonly pairId?: number | undefined
  readonly give?: string | undefined
  readonly receive?: string | undefined
}

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
/** Assumed: one percent on top of the last price, for impact and price moves. */
const roomed = (units: bigint): bigint => divide(units * 101n, 100n, 'up')
const typed = (units: bigint): string => showUnits(divide(units, cent, 'up') * cent, 2)

/** The amount that buys `need`, at least the minimum trade; '' if unknown. */
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

/** Scales up `amount`, whose quote gave `least`, to receive `need`. Rounded up to cents. */
export const scaleGive = (amount: string, need: bigint, least: bigint): string =>
  typed(divide((parseUnits(amount) ?? 0n) * need * 1001n, least * 1000n, 'up'))

/** Converts the minimum from USDT; zero without a price. */
function smallest({ items, minimumValue }: Rules, coin: string): bigint {
  const least = parseUnits(minimumValue) ?? 0n
  if (coin === 'USDT') return least
  const price = items.find(({ base, quoted }) => base === 'USDT' && quoted === coin)?.price
  const rate = price ? rateOf(price) : undefined
  return rate && rate.numerator > 0n ? roomed(divide(least * rate.denominator, rate.numerator, 'up')) : 0n
}

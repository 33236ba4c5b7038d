import { type PairId, pairNumber, pairs } from '#kit/ids.ts'

/**
 * The kinds of account that belong to no product line, as far as the rules of movement tell them apart, each with its number in the
 * database: a number is for good, and a new kind takes the next one that neither this table nor lines.ts has. A market's reserve has a
 * number by rule.
 */
const ofHouse = {
  'wallet.available': 1,
  'wallet.held': 2,
  'pool.compute.free': 11,
  'pool.compute.retired': 12,
  'house.capital': 17,
  'house.sales': 18,
  'house.fees': 19,
  'house.referral': 20,
  'house.suspense': 21,
  'house.in_flight': 22,
  'outside.network': 23,
  'outside.venue': 24,
  issued: 25,
} as const

export type Reserve = `market.${PairId}.reserve`
export type HouseClass = keyof typeof ofHouse | Reserve

/** The reserves of the first four markets stand among the numbers above; those of others have the numbers after this one. */
const otherReserves = 200
const reserveNumber = (market: number): number => (market <= 4 ? 12 : otherReserves) + market

export const houseClasses = {
  ...ofHouse,
  ...(Object.fromEntries(pairs.map((pair) => [`market.${pair}.reserve`, reserveNumber(pairNumber(pair))])) as Readonly<
    Record<Reserve, number>
  >),
}

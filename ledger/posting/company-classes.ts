import { type PairId, pairNumber, pairs } from '#kit/text/ids.ts'

/**
 * Account kinds outside product lines, by permanent database number. A new kind takes the next one free here and in lines.ts. Reserves are
 * numbered by rule.
 */
const ofCompany = {
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
export type CompanyClass = keyof typeof ofCompany | Reserve

/** The first four markets' reserves are numbered from 13, later ones above this. */
const otherReserves = 200
const reserveNumber = (market: number): number => (market <= 4 ? 12 : otherReserves) + market

export const companyClasses = {
  ...ofCompany,
  ...(Object.fromEntries(pairs.map((pair) => [`market.${pair}.reserve`, reserveNumber(pairNumber(pair))])) as Readonly<
    Record<Reserve, number>
  >),
}

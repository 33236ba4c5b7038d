/**
 * The kinds of account that belong to no product line, as far as the rules of movement tell them apart, each with its number in the
 * database: a number is for good, and a new kind takes the next one that neither this table nor lines.ts has.
 */
export const houseClasses = {
  'wallet.available': 1,
  'wallet.held': 2,
  'pool.compute.free': 11,
  'pool.compute.retired': 12,
  'market.USDT-WLD.reserve': 13,
  'market.USDT-ATMC.reserve': 14,
  'market.WLD-ATMX.reserve': 15,
  'market.USDT-ATMX.reserve': 16,
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

export type HouseClass = keyof typeof houseClasses

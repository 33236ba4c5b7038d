import { coins } from '#kit/amount/coins.ts'
import { pairs } from '#kit/text/ids.ts'
import { atmc, available, base, coinsOf, credit, held, type Move, power, reserve, side, usdt } from './move.ts'

type LineRow = {
  /**
   * Permanent database numbers; a new account takes the next one free here and in company-classes.ts. A line without a principal holds no
   * coins.
   */
  readonly accounts: { readonly principal?: number; readonly promised?: number; readonly pool?: number }
  /** If set, company capital never fills its pool. */
  readonly withoutCapital?: true
  readonly moves: readonly Move[]
}

/** Append new lines. */
export const lineRows = {
  dual: {
    accounts: { principal: 3, promised: 4, pool: 5 },
    moves: [
      ['dual: bought', available, 'principal', coins, 8],
      ['dual: cancelled before the start', 'principal', available, coins, 9],
      ['dual: reserved', available, held, [...base, ...credit], 15],
      ['dual: reservation given up, or cancelled in the queue', held, available, [...base, ...credit], 16],
      ['dual: reservation paid: prepayment', held, 'principal', base, 8],
      ['dual: credit granted', 'issued', available, credit, 117],
      ['dual: credit given back, all or consumed', held, available, credit, 117],
      ['dual: credit lost', held, 'issued', credit, 118],
      ['dual: matured', 'principal', available, coins, 18],
      ['dual: side coin retired', 'principal', 'pool.compute.retired', side, 18],
      ['dual: promise', 'pool', 'promised', base],
      ['dual: promise given back', 'promised', 'pool', base],
      ['dual: interest', 'promised', available, base, 112],
      ['dual: interest joins the principal', 'promised', 'principal', base, 112, 'same order'],
      ['dual: daily power', 'issued', available, power, 2],
      ['dual: power for the side coin', 'issued', available, power, 13],
    ],
  },
  dual2: {
    accounts: { principal: 26 },
    moves: [
      ['dual2: bought', available, 'principal', coins, 30],
      ['dual2: cancelled before the start, or early exit', 'principal', available, coins, 31],
      ['dual2: matured', 'principal', available, coins, 18],
      ['dual2: deduction of an early exit', 'principal', 'house.fees', coins, 107],
      ['dual2: daily power', 'issued', available, power, 20],
    ],
  },
  compound: {
    accounts: { principal: 27, pool: 6 },
    moves: [
      ['compound: joined', available, 'principal', ['USDT', 'ATMC'], 6],
      ['compound: taken out', 'principal', available, ['USDT', 'ATMC'], 12],
      ['compound: fees to the pool', 'house.fees', 'pool', ['USDT', 'ATMC']],
      ['compound: daily income', 'pool', 'principal', ['USDT', 'ATMC'], 113],
      ['compound: power at the start', 'issued', available, power, 8],
      ['compound: daily power', 'issued', available, power, 9],
      ['compound: power of the part taken out', available, 'issued', power, 10],
    ],
  },
  liquidity: {
    accounts: { principal: 28, pool: 7 },
    moves: [
      ['liquidity: bought', available, 'principal', coins, 7],
      ['liquidity: what the ratio leaves', 'principal', available, coins, 7],
      ['liquidity: cancelled before the start', 'principal', available, coins, 10],
      ...pairs.flatMap((pair): Move[] => [
        ['liquidity: starts', 'principal', reserve(pair), coinsOf(pair)],
        ['liquidity: end of term', reserve(pair), available, coinsOf(pair), 13],
        ['liquidity: early exit', reserve(pair), available, coinsOf(pair), 10],
      ]),
      ['liquidity: fees of a pair', 'house.fees', 'pool', coins],
      ['liquidity: daily share', 'pool', available, coins, 13],
      ['liquidity: share of the seed', 'pool', 'house.fees', coins],
      ['liquidity: daily power', 'issued', available, power, 5],
    ],
  },
  // Holds no coins; it marks compound principal.
  acceleration: {
    accounts: {},
    moves: [['acceleration: daily power', 'issued', available, power, 14]],
  },
  package: {
    accounts: { principal: 29, promised: 30 },
    moves: [
      ['package: bought', available, 'principal', usdt, 108],
      ['package: coins set aside', 'house.capital', 'promised', coins],
      ['package: daily release', 'promised', available, coins, 109],
      ['package: cancelled before the start', 'principal', available, usdt, 110],
      ['package: coins given back', 'promised', 'house.capital', coins],
      ['package: starts, the price is paid', 'principal', 'house.sales', usdt],
      ['package: granted', 'house.capital', 'promised', coins, 0],
      ['package: draw', 'promised', available, coins, 14],
    ],
  },
  fund: {
    accounts: { principal: 31, pool: 8 },
    // Only realized profit fills the pool.
    withoutCapital: true,
    moves: [
      ['fund: subscribed', available, 'principal', usdt, 17],
      ['fund: coins sent to the venue', 'outside.venue', 'outside.network', usdt],
      ['fund: coins back from the venue', 'outside.network', 'outside.venue', usdt],
      ['fund: profit arrives', 'outside.network', 'pool', usdt],
      ['fund: weighted dividend', 'pool', available, usdt, 19],
      ['fund: dynamic bonus', 'pool', available, usdt, 25],
      ['fund: cancelled before the start, or redeemed', 'principal', available, usdt, 111],
      ['fund: profit refills losses', 'pool', 'principal', usdt, 115],
      ['fund: our fee', 'pool', 'house.fees', usdt],
      ['fund: loss booked', 'principal', 'outside.venue', usdt, 115],
    ],
  },
  lockup: {
    accounts: { principal: 32 },
    moves: [
      ['lockup: bought', available, 'principal', side, 106],
      ['lockup: cancelled, end of term, early exit', 'principal', available, side, 32],
      ['lockup: deduction of an early exit', 'principal', 'house.fees', side, 107],
      ['lockup: daily power', 'issued', available, power, 24],
    ],
  },
  machine: {
    accounts: { principal: 33, pool: 9 },
    moves: [
      ['machine: bought', available, 'principal', usdt, 34],
      ['machine: daily release', 'pool', available, atmc, 35],
      ['machine: cancelled before the start', 'principal', available, usdt, 36],
      ['machine: starts, the price is paid', 'principal', 'house.sales', usdt],
    ],
  },
  node: {
    accounts: { principal: 34, pool: 10 },
    moves: [
      ['node: bought', available, 'principal', usdt, 38],
      ['node: fees to the pool', 'house.fees', 'pool', coins],
      ['node: daily release', 'pool', available, coins, 39],
      ['node: weekly dynamic', 'pool', available, coins, 40],
      ['node: cancelled before the start', 'principal', available, usdt, 114],
      ['node: starts, the price is paid', 'principal', 'house.sales', usdt],
    ],
  },
} as const satisfies Readonly<Record<string, LineRow>>

export type LineId = keyof typeof lineRows
export type LineWith<Own extends keyof LineRow['accounts']> = {
  [Line in LineId]: Own extends keyof (typeof lineRows)[Line]['accounts'] ? Line : never
}[LineId]
export type PoolId = LineWith<'pool'> | 'compute'

export const lines = Object.keys(lineRows) as LineId[]
export const rowOf = (line: LineId): LineRow => lineRows[line]

const hasPool = (line: LineId): line is LineWith<'pool'> => rowOf(line).accounts.pool !== undefined
export const capitalFed: readonly LineWith<'pool'>[] = lines
  .filter(hasPool)
  .filter((line) => !rowOf(line).withoutCapital)
export const pools: readonly PoolId[] = [...lines.filter(hasPool), 'compute']

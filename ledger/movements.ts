import type { Asset, Coin } from '#kit/assets.ts'
import { coins } from '#kit/assets.ts'
import { type LineId, type PairId, type PoolId, pairs, pools } from '#kit/ids.ts'
import type { AccountClass } from './classes.ts'

/** How the two accounts of a movement belong together. */
export type Bond =
  | 'any'
  /** The coins stay with one wallet. */
  | 'same holder'
  /** They go to another wallet, chosen by the one that pays. */
  | 'other holder'
  /** They stay in one order. */
  | 'same order'
  /** They stay on one network. */
  | 'same network'

/** What may be moved: from where to where, which units, under which record code (undefined: shows in no record). */
export type Movement = {
  readonly action: string
  readonly from: AccountClass
  readonly to: AccountClass
  readonly assets: readonly Asset[]
  readonly code?: number
  readonly bond: Bond
}

/** A line of the table below; the bond follows from the accounts unless it is named. */
type Line = readonly [
  action: string,
  from: AccountClass,
  to: AccountClass,
  assets: readonly Asset[],
  code?: number,
  bond?: Bond,
]

/** Base coins carry a fixed yield; side coins are put in beside them. */
const base: readonly Coin[] = ['USDT', 'WLD']
const side: readonly Coin[] = ['ATMC', 'ATMX']
const usdt: readonly Coin[] = ['USDT']
const atmc: readonly Coin[] = ['ATMC']
const power: readonly Asset[] = ['POWER']
const credit: readonly Asset[] = ['CREDIT']

const available = 'wallet.available'
const held = 'wallet.held'
/** Acceleration holds no coins: it is a mark on those of others. */
const principal = <Line extends Exclude<LineId, 'acceleration'>>(line: Line) => `order.${line}.principal` as const
const promised = <Line extends 'dual' | 'package'>(line: Line) => `order.${line}.promised` as const
const free = (pool: PoolId) => `pool.${pool}.free` as const
const reserve = (pair: PairId) => `market.${pair}.reserve` as const
const inFlight = 'house.in_flight'
const network = 'outside.network'
const retired = 'pool.compute.retired'
const coinsOf = (pair: PairId) => pair.split('-') as Coin[]

const inAndOut: Line[] = [
  ['operator brings capital', network, 'house.capital', coins],
  ['company takes fees out', 'house.fees', inFlight, coins],
  ['company takes sales out', 'house.sales', inFlight, coins],
  ['company takes capital out', 'house.capital', inFlight, coins],
  ['recharge', network, available, coins, 2],
  ['recharge below the minimum, or of an unknown owner', network, 'house.suspense', coins],
  ['recharges reach the minimum, or an owner is proven', 'house.suspense', available, coins, 2],
  ['suspense sent back', 'house.suspense', inFlight, coins],
  ['suspense that could not be sent back', inFlight, 'house.suspense', coins],
  ['correction after a deep reorganisation', available, network, coins, 116],
  ['the rest of that correction', 'house.capital', network, coins],
  ['withdrawal asked', available, held, coins, 3],
  ['withdrawal cancelled, refused, or the fee part of a failed one', held, available, coins, 101],
  ['withdrawal signed', held, inFlight, coins, 3],
  ['payout confirmed', inFlight, network, coins],
  ['withdrawal fee', held, 'house.fees', coins, 100],
  ['withdrawal failed after signing', inFlight, available, coins, 101],
  ['system import', 'house.capital', available, coins, 0],
  ['extra reward', 'house.capital', available, coins, 1],
  ['import of the retired coin ATM', 'issued', available, ['ATM'], 0],
]

const betweenHolders: Line[] = [
  ['transfer', available, available, coins, 4, 'other holder'],
  ['exchange: fee', available, 'house.fees', coins, 105],
  ...pairs.flatMap((pair): Line[] => [
    ['exchange: coin given', available, reserve(pair), coinsOf(pair), 5],
    ['exchange: coin received', reserve(pair), available, coinsOf(pair), 5],
  ]),
  ['OTC: sell ad posted', available, held, usdt, 20],
  ['OTC: buy ad taken', available, held, usdt, 21],
  ['OTC: released', held, available, usdt, 22, 'other holder'],
  ['OTC: fee of the taker', held, 'house.fees', usdt, 23],
  ['OTC: closed or removed', held, available, usdt, 24],
]

/** The fund's pool is filled by realised profit alone. */
const fundedPools = pools.filter((pool) => pool !== 'fund')

const funding: Line[] = [
  ...fundedPools.flatMap((pool): Line[] => [
    ['pool funded', 'house.capital', free(pool), coins],
    ['pool closed', free(pool), 'house.capital', coins],
  ]),
  ...pairs.flatMap((pair): Line[] => [
    ['market seeded', 'house.capital', reserve(pair), coinsOf(pair)],
    ['seed taken back', reserve(pair), 'house.capital', coinsOf(pair)],
  ]),
  ['fees of a pair to its liquidity', 'house.fees', free('liquidity'), coins],
  ['fees to the compound pool', 'house.fees', free('compound'), ['USDT', 'ATMC']],
  ['fees to the node pool', 'house.fees', free('node'), coins],
  ['fees to the referral budget', 'house.fees', 'house.referral', coins],
  ['fees buy ATMC', 'house.fees', reserve('USDT-ATMC'), usdt],
  ['ATMC bought for the compute pool', reserve('USDT-ATMC'), free('compute'), atmc],
  ['fees to the compute pool', 'house.fees', free('compute'), atmc],
]

const dual: Line[] = [
  ['dual: bought', available, principal('dual'), coins, 8],
  ['dual: promise', free('dual'), promised('dual'), base],
  ['dual: cancelled before the start', principal('dual'), available, coins, 9],
  ['dual: promise given back', promised('dual'), free('dual'), base],
  ['dual: daily power', 'issued', available, power, 2],
  ['dual: interest joins the principal', promised('dual'), principal('dual'), base, 112, 'same order'],
  ['dual: matured', principal('dual'), available, coins, 18],
  ['dual2: matured', principal('dual2'), available, coins, 18],
  ['dual: interest', promised('dual'), available, base, 112],
  ['dual: side coin retired', principal('dual'), retired, side, 18],
  ['dual: power for the side coin', 'issued', available, power, 13],
]

const reservation: Line[] = [
  ['reserved', available, held, [...base, ...credit], 15],
  ['reservation paid: prepayment', held, principal('dual'), base, 8],
  ['credit given back, all or consumed', held, available, credit, 117],
  ['credit granted', 'issued', available, credit, 117],
  ['reservation given up, or cancelled in the queue', held, available, [...base, ...credit], 16],
  ['credit lost', held, 'issued', credit, 118],
]

const otherLines: Line[] = [
  ['dual2: bought', available, principal('dual2'), coins, 30],
  ['dual2: cancelled before the start, or early exit', principal('dual2'), available, coins, 31],
  ['dual2: daily power', 'issued', available, power, 20],
  ['dual2: deduction of an early exit', principal('dual2'), 'house.fees', coins, 107],
  ['lockup: deduction of an early exit', principal('lockup'), 'house.fees', side, 107],
  ['power taken back at early exit', available, 'issued', power, 15],
  ['compound: joined', available, principal('compound'), ['USDT', 'ATMC'], 6],
  ['compound: power at the start', 'issued', available, power, 8],
  ['compound: daily income', free('compound'), principal('compound'), ['USDT', 'ATMC'], 113],
  ['compound: daily power', 'issued', available, power, 9],
  ['compound: taken out', principal('compound'), available, ['USDT', 'ATMC'], 12],
  ['compound: power of the part taken out', available, 'issued', power, 10],
  ['acceleration: daily power', 'issued', available, power, 14],
  ['liquidity: bought', available, principal('liquidity'), coins, 7],
  ['liquidity: cancelled before the start', principal('liquidity'), available, coins, 10],
  ['liquidity: what the ratio leaves', principal('liquidity'), available, coins, 7],
  ['liquidity: daily share', free('liquidity'), available, coins, 13],
  ['liquidity: share of the seed', free('liquidity'), 'house.fees', coins],
  ['liquidity: daily power', 'issued', available, power, 5],
  ...pairs.flatMap((pair): Line[] => [
    ['liquidity: starts', principal('liquidity'), reserve(pair), coinsOf(pair)],
    ['liquidity: end of term', reserve(pair), available, coinsOf(pair), 13],
    ['liquidity: early exit', reserve(pair), available, coinsOf(pair), 10],
  ]),
  ['package: bought', available, principal('package'), usdt, 108],
  ['package: coins set aside', 'house.capital', promised('package'), coins],
  ['package: cancelled before the start', principal('package'), available, usdt, 110],
  ['package: coins given back', promised('package'), 'house.capital', coins],
  ...(['package', 'machine', 'node'] as const).map(
    (line): Line => [`${line}: starts, the price is paid`, principal(line), 'house.sales', usdt],
  ),
  ['package: granted', 'house.capital', promised('package'), coins, 0],
  ['package: daily release', promised('package'), available, coins, 109],
  ['package: draw', promised('package'), available, coins, 14],
  ['lockup: bought', available, principal('lockup'), side, 106],
  ['lockup: cancelled, end of term, early exit', principal('lockup'), available, side, 32],
  ['lockup: daily power', 'issued', available, power, 24],
  ['machine: bought', available, principal('machine'), usdt, 34],
  ['machine: cancelled before the start', principal('machine'), available, usdt, 36],
  ['machine: daily release', free('machine'), available, atmc, 35],
  ['node: bought', available, principal('node'), usdt, 38],
  ['node: cancelled before the start', principal('node'), available, usdt, 114],
  ['node: daily release', free('node'), available, coins, 39],
  ['node: weekly dynamic', free('node'), available, coins, 40],
]

const fund: Line[] = [
  ['fund: subscribed', available, principal('fund'), usdt, 17],
  ['fund: cancelled before the start, or redeemed', principal('fund'), available, usdt, 111],
  ['fund: coins sent to the venue', 'outside.venue', network, usdt],
  ['fund: coins back from the venue', network, 'outside.venue', usdt],
  ['fund: profit arrives', network, free('fund'), usdt],
  ['fund: profit refills losses', free('fund'), principal('fund'), usdt, 115],
  ['fund: weighted dividend', free('fund'), available, usdt, 19],
  ['fund: dynamic bonus', free('fund'), available, usdt, 25],
  ['fund: our fee', free('fund'), 'house.fees', usdt],
  ['fund: loss booked', principal('fund'), 'outside.venue', usdt, 115],
]

const powerAndTeam: Line[] = [
  ['compute pool pays', free('compute'), available, atmc, 26],
  ['power decays', available, 'issued', power, 16],
  ['compensation paid', available, retired, atmc, 27],
  ['compensation given', 'issued', available, power, 17],
  ...[3, 4, 11, 12].map((code): Line => ['upline on daily dual power', 'issued', available, power, code]),
  ...[6, 7].map((code): Line => ['upline on the power of code 13', 'issued', available, power, code]),
  ...[21, 22, 23].map((code): Line => ['upline on daily dual2 power', 'issued', available, power, code]),
  ['power: import', 'issued', available, power, 0],
  ['power: operation', 'issued', available, power, 1],
  ['power: taken back by operation', available, 'issued', power, 1],
  ['retired coins burned', retired, network, side],
  ['invitation reward', 'house.referral', available, coins, 102],
  ['team reward', 'house.referral', available, coins, 103],
  ['platform reward', 'house.referral', available, coins, 104],
  ['upgrade reward', 'house.referral', available, coins, 28],
]

const ofWallets = /^(wallet|order)\./

function bondOf(from: AccountClass, to: AccountClass): Bond {
  if (ofWallets.test(from) && ofWallets.test(to)) return 'same holder'
  return from === inFlight && to === network ? 'same network' : 'any'
}

/** Every movement the product makes. What is not here is refused, by code and by the database. */
export const movements: readonly Movement[] = [
  ...inAndOut,
  ...betweenHolders,
  ...funding,
  ...dual,
  ...reservation,
  ...otherLines,
  ...fund,
  ...powerAndTeam,
].map(([action, from, to, assets, code, bond = bondOf(from, to)]) => ({
  action,
  from,
  to,
  assets,
  bond,
  ...(code === undefined ? {} : { code }),
}))

import type { Asset } from '#kit/amount/coins.ts'
import { coins } from '#kit/amount/coins.ts'
import { pairs } from '#kit/text/ids.ts'
import { type AccountClass, lineClass } from './classes.ts'
import type { PoolId } from './lines.ts'
import { capitalFed, type LineId, lines, rowOf } from './lines.ts'
import {
  atmc,
  available,
  type Bond,
  coinsOf,
  held,
  type Move,
  type OwnAccount,
  power,
  type Row,
  reserve,
  side,
  usdt,
} from './move.ts'

export type Movement = {
  readonly action: string
  readonly from: AccountClass
  readonly to: AccountClass
  readonly assets: readonly Asset[]
  readonly code?: number
  readonly bond: Bond
}

type Line = Row<AccountClass>

const inFlight = 'house.in_flight'
const network = 'outside.network'
const free = (pool: PoolId) => `pool.${pool}.free` as const
const retired = 'pool.compute.retired'

const inAndOut: Line[] = [
  ['operator brings capital', network, 'house.capital', coins],
  ['company takes fees out', 'house.fees', inFlight, coins],
  ['company takes sales out', 'house.sales', inFlight, coins],
  ['company takes capital out', 'house.capital', inFlight, coins],
  ['system import', 'house.capital', available, coins, 0],
  ['import of the retired coin ATM', 'issued', available, ['ATM'], 0],
  ['extra reward', 'house.capital', available, coins, 1],
  ['recharge', network, available, coins, 2],
  ['recharge below the minimum, or of an unknown owner', network, 'house.suspense', coins],
  ['recharges reach the minimum, or an owner is proven', 'house.suspense', available, coins, 2],
  ['suspense sent back', 'house.suspense', inFlight, coins],
  ['suspense that could not be sent back', inFlight, 'house.suspense', coins],
  ['withdrawal asked', available, held, coins, 3],
  ['withdrawal signed', held, inFlight, coins, 3],
  ['payout confirmed', inFlight, network, coins],
  ['withdrawal fee', held, 'house.fees', coins, 100],
  ['withdrawal cancelled, refused, or the fee part of a failed one', held, available, coins, 101],
  ['withdrawal failed after signing', inFlight, available, coins, 101],
  ['correction after a deep reorganisation', available, network, coins, 116],
  ['the rest of that correction', 'house.capital', network, coins],
]

const betweenHolders: Line[] = [
  ['transfer', available, available, coins, 4, 'other holder'],
  ...pairs.flatMap((pair): Line[] => [
    ['exchange: coin given', available, reserve(pair), coinsOf(pair), 5],
    ['exchange: coin received', reserve(pair), available, coinsOf(pair), 5],
  ]),
  ['exchange: fee', available, 'house.fees', coins, 105],
  ['OTC: sell ad posted', available, held, usdt, 20],
  ['OTC: buy ad taken', available, held, usdt, 21],
  ['OTC: released', held, available, usdt, 22, 'other holder'],
  ['OTC: fee of the taker', held, 'house.fees', usdt, 23],
  ['OTC: closed or removed', held, available, usdt, 24],
]

const funding: Line[] = [
  ...[...capitalFed, 'compute' as const].flatMap((pool): Line[] => [
    ['pool funded', 'house.capital', free(pool), coins],
    ['pool closed', free(pool), 'house.capital', coins],
  ]),
  ...pairs.flatMap((pair): Line[] => [
    ['market seeded', 'house.capital', reserve(pair), coinsOf(pair)],
    ['seed taken back', reserve(pair), 'house.capital', coinsOf(pair)],
  ]),
  ['fees to the referral budget', 'house.fees', 'house.referral', coins],
  ['fees buy ATMC', 'house.fees', reserve('USDT-ATMC'), usdt],
  ['ATMC bought for the compute pool', reserve('USDT-ATMC'), free('compute'), atmc],
  ['fees to the compute pool', 'house.fees', free('compute'), atmc],
]

function ofLine(line: LineId): Line[] {
  const own = (account: Move[1]): AccountClass => (isOwn(account) ? lineClass(line, account) : account)
  return rowOf(line).moves.map(([action, from, to, ...rest]) => [action, own(from), own(to), ...rest])
}
const isOwn = (account: Move[1]): account is OwnAccount =>
  account === 'principal' || account === 'promised' || account === 'pool'

const powerAndTeam: Line[] = [
  ['compute pool pays', free('compute'), available, atmc, 26],
  ['power taken back at early exit of an order', available, 'issued', power, 15],
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

/** In the order in which records list their types. All other movements are refused. */
export const movements: readonly Movement[] = [
  ...inAndOut,
  ...betweenHolders,
  ...funding,
  ...lines.flatMap(ofLine),
  ...powerAndTeam,
].map(([action, from, to, assets, code, bond = bondOf(from, to)]) => ({
  action,
  from,
  to,
  assets,
  bond,
  ...(code === undefined ? {} : { code }),
}))

import { type Asset, type Coin, coinRow, coins } from '#kit/assets.ts'
import type { PairId } from '#kit/ids.ts'
import type { HouseClass } from './house-classes.ts'

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

/** A row of a table of movements: without a code it shows in no record; the bond follows from the accounts unless it is named. */
export type Row<Class extends string> = readonly [
  action: string,
  from: Class,
  to: Class,
  assets: readonly Asset[],
  code?: number,
  bond?: Bond,
]

/** A line's own accounts: the holder's coins in an order, what is set aside for an order, and the free money of the line's pool. */
export type OwnAccount = 'principal' | 'promised' | 'pool'
/** A movement of a line, in its row of lines.ts. */
export type Move = Row<OwnAccount | HouseClass>

/** Base coins carry a fixed yield; side coins are put in beside them. */
export const base = coins.filter((coin) => coinRow(coin).part === 'base')
export const side = coins.filter((coin) => coinRow(coin).part === 'side')
export const usdt: readonly Coin[] = ['USDT']
export const atmc: readonly Coin[] = ['ATMC']
export const power: readonly Asset[] = ['POWER']
export const credit: readonly Asset[] = ['CREDIT']

export const available = 'wallet.available'
export const held = 'wallet.held'
export const reserve = (pair: PairId) => `market.${pair}.reserve` as const
export const coinsOf = (pair: PairId) => pair.split('-') as Coin[]

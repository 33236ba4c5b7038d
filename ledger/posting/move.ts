import { type Asset, type Coin, coinRow, coins } from '#kit/amount/coins.ts'
import type { PairId } from '#kit/text/ids.ts'
import type { CompanyClass } from './company-classes.ts'

export type Bond =
  | 'any'
  | 'same holder'
  /** The payer chooses the recipient. */
  | 'other holder'
  | 'same order'
  | 'same network'

/** Without a code the movement is hidden from records. The bond follows from the accounts unless given. */
export type Row<Class extends string> = readonly [
  action: string,
  from: Class,
  to: Class,
  assets: readonly Asset[],
  code?: number,
  bond?: Bond,
]

export type OwnAccount = 'principal' | 'promised' | 'pool'
export type Move = Row<OwnAccount | CompanyClass>

/** Base coins earn a fixed yield. Second coins (`side`) are paid in with them. */
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

import { type Coin, markets } from './assets.ts'

/** Identifiers, each carrying its kind so that the compiler keeps them apart. */
export type WalletId = string & { readonly kind: 'wallet' }
/** Orders are numbered; the number is the spec's order ID. */
export type OrderId = number & { readonly kind: 'order' }
export type SessionId = string & { readonly kind: 'session' }

/** A market pair, base first. The second coin is the one a price is quoted for. */
export type PairId = keyof typeof markets
export const pairs = Object.keys(markets) as readonly PairId[]
/** The number a pair has on the wire. */
export const pairNumber = (pair: PairId): number => markets[pair].number
/** The market whose trades are a coin's price in USDT; undefined where it has none. */
export const usdtPair = (coin: Coin): PairId | undefined => pairs.find((pair) => pair === `USDT-${coin}`)

import { type Coin, markets } from '../amount/coins.ts'

export type WalletId = string & { readonly kind: 'wallet' }
export type OrderId = number & { readonly kind: 'order' }
export type SessionId = string & { readonly kind: 'session' }

export type PairId = keyof typeof markets
export const pairs = Object.keys(markets) as readonly PairId[]
export const pairNumber = (pair: PairId): number => markets[pair].number
export const usdtPair = (coin: Coin): PairId | undefined => pairs.find((pair) => pair === `USDT-${coin}`)

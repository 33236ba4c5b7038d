import type { ChainId } from '#kit/chain/chains.ts'
import type { OrderId, PairId, WalletId } from '#kit/text/ids.ts'
import type { LineId, PoolId } from './lines.ts'

/** `holder` is the wallet that owns an order's coins; movement rules distinguish accounts by `line`. */
export type Account =
  | { readonly owner: `wallet:${string}`; readonly purpose: 'available' | 'held'; readonly holder: WalletId }
  | {
      readonly owner: `order:${number}`
      readonly purpose: 'principal' | 'promised'
      readonly holder: WalletId
      readonly line: LineId
    }
  | { readonly owner: `pool:${PoolId}`; readonly purpose: 'free' | 'retired' }
  | { readonly owner: `market:${PairId}`; readonly purpose: 'reserve' }
  | {
      readonly owner: 'house'
      readonly purpose: 'capital' | 'sales' | 'fees' | 'referral' | 'suspense' | `in_flight:${ChainId}`
    }
  | { readonly owner: `outside:${ChainId}` | 'outside:venue' | 'issued'; readonly purpose: 'all' }

export const available = (wallet: WalletId): Account => ({
  owner: `wallet:${wallet}`,
  purpose: 'available',
  holder: wallet,
})
export const held = (wallet: WalletId): Account => ({ owner: `wallet:${wallet}`, purpose: 'held', holder: wallet })
export const principal = (order: OrderId, holder: WalletId, line: LineId): Account => ({
  owner: `order:${order}`,
  purpose: 'principal',
  holder,
  line,
})
/** Units locked at purchase: a dual order's interest or a package's coins. */
export const promised = (order: OrderId, holder: WalletId, line: LineId): Account => ({
  owner: `order:${order}`,
  purpose: 'promised',
  holder,
  line,
})
export const poolFree = (pool: PoolId): Account => ({ owner: `pool:${pool}`, purpose: 'free' })
/** Second coins (ATMC) paid into the pool permanently. */
export const poolRetired = (): Account => ({ owner: 'pool:compute', purpose: 'retired' })
export const reserve = (pair: PairId): Account => ({ owner: `market:${pair}`, purpose: 'reserve' })
export const company = (purpose: 'capital' | 'sales' | 'fees' | 'referral' | 'suspense'): Account => ({
  owner: 'house',
  purpose,
})
export const inFlight = (chain: ChainId): Account => ({ owner: 'house', purpose: `in_flight:${chain}` })
/** Mirror of on-chain coins: minus the amount we hold there. */
export const outside = (chain: ChainId): Account => ({ owner: `outside:${chain}`, purpose: 'all' })
/** Source and sink of points. */
export const issued: Account = { owner: 'issued', purpose: 'all' }

export const mayBeNegative = (account: Account): boolean =>
  account.owner === 'issued' || account.owner.startsWith('outside:')

import type { ChainId } from '#kit/chains.ts'
import type { OrderId, PairId, WalletId } from '#kit/ids.ts'
import type { LineId, PoolId } from './lines.ts'

/**
 * An account is (owner, purpose), with one balance per asset. `holder` is the wallet an order's coins belong to, `line` what kind of
 * order it is: the table of movements tells lines apart.
 */
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
/** The holder's coins inside an order. */
export const principal = (order: OrderId, holder: WalletId, line: LineId): Account => ({
  owner: `order:${order}`,
  purpose: 'principal',
  holder,
  line,
})
/** The payout set aside for an order when it was bought: the interest of dual, the coins of a package. */
export const promised = (order: OrderId, holder: WalletId, line: LineId): Account => ({
  owner: `order:${order}`,
  purpose: 'promised',
  holder,
  line,
})
export const poolFree = (pool: PoolId): Account => ({ owner: `pool:${pool}`, purpose: 'free' })
/** Side coins put into the compute pool for good, paid to nobody. */
export const poolRetired = (): Account => ({ owner: 'pool:compute', purpose: 'retired' })
export const reserve = (pair: PairId): Account => ({ owner: `market:${pair}`, purpose: 'reserve' })
export const house = (purpose: 'capital' | 'sales' | 'fees' | 'referral' | 'suspense'): Account => ({
  owner: 'house',
  purpose,
})
export const inFlight = (chain: ChainId): Account => ({ owner: 'house', purpose: `in_flight:${chain}` })
/** The mirror of the coins on a chain; below zero by as much as the house holds there. */
export const outside = (chain: ChainId): Account => ({ owner: `outside:${chain}`, purpose: 'all' })
/** Where points come from and go back to. */
export const issued: Account = { owner: 'issued', purpose: 'all' }

/** Coins come from outside and points are issued; no other account may be below zero. */
export const mayBeNegative = (account: Account): boolean =>
  account.owner === 'issued' || account.owner.startsWith('outside:')

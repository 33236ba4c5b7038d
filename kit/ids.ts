/** Identifiers, each carrying its kind so that the compiler keeps them apart. */
export type WalletId = string & { readonly kind: 'wallet' }
/** Orders are numbered; the number is the spec's order ID. */
export type OrderId = number & { readonly kind: 'order' }
export type SessionId = string & { readonly kind: 'session' }

/** A product line, the module behind products of one kind. */
export const lines = [
  'dual',
  'dual2',
  'compound',
  'liquidity',
  'acceleration',
  'package',
  'fund',
  'lockup',
  'machine',
  'node',
] as const
export type LineId = (typeof lines)[number]
/** A market pair, base first. The second coin is the one a price is quoted for. */
export const pairs = ['USDT-WLD', 'USDT-ATMC', 'WLD-ATMX', 'USDT-ATMX'] as const
export type PairId = (typeof pairs)[number]
/** Pools: one for each line that pays from one, and the compute pool. */
export const pools = ['dual', 'compound', 'liquidity', 'fund', 'machine', 'node', 'compute'] as const
export type PoolId = (typeof pools)[number]

/** Identifiers, each carrying its kind so that the compiler keeps them apart. */
export type WalletId = string & { readonly kind: 'wallet' }
/** Orders are numbered; the number is the spec's order ID. */
export type OrderId = number & { readonly kind: 'order' }
export type SessionId = string & { readonly kind: 'session' }

/** A market pair, base first. The second coin is the one a price is quoted for. */
export const pairs = ['USDT-WLD', 'USDT-ATMC', 'WLD-ATMX', 'USDT-ATMX'] as const
export type PairId = (typeof pairs)[number]

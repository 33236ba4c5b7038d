import type { WalletId } from './text/ids.ts'

export type AskedSince = { readonly walletId: WalletId; readonly since: Date }

/** Rows for a query about several wallets: parameters $1 and $2. */
export const askedRows = 'unnest($1::text[], $2::timestamptz[]) AS w (id, since)'
export const askedParams = (asked: readonly AskedSince[]): [WalletId[], string[]] => [
  asked.map(({ walletId }) => walletId),
  asked.map(({ since }) => since.toISOString()),
]

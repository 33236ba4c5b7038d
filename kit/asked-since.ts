import type { WalletId } from './ids.ts'

/** A wallet whose events are asked for, and from which moment on. */
export type AskedSince = { readonly walletId: WalletId; readonly since: Date }

/** Wallets as the rows of one question about all of them, each with its moment: parameters $1 and $2. */
export const askedRows = 'unnest($1::text[], $2::timestamptz[]) AS w (id, since)'
export const askedParams = (asked: readonly AskedSince[]): [WalletId[], string[]] => [
  asked.map(({ walletId }) => walletId),
  asked.map(({ since }) => since.toISOString()),
]

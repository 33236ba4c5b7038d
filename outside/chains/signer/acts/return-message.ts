import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'

/** `ordinal` is the log's position in the transaction. */
export type DepositPointer = { readonly hash: string; readonly ordinal: number }

/** Key of a return, used by signer and payout contract. */
export const returnKey = (chain: ChainId, { hash, ordinal }: DepositPointer): string =>
  `ret:${chain}:${hash}:${ordinal}`

/** Signed by approvers. Lines joined by LF, UTF-8. */
export const returnMessage = (back: {
  readonly chain: ChainId
  readonly deposit: DepositPointer
  readonly address: string
  readonly coin: Coin
  readonly units: bigint
}): string =>
  [
    'idwallet-return-v1',
    back.chain,
    back.deposit.hash,
    back.deposit.ordinal,
    back.address,
    back.coin,
    showUnits(back.units),
  ].join('\n')

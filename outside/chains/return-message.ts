import { showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'

/** Which payment: its transaction, and the place of its log in it. */
export type DepositPointer = { readonly hash: string; readonly ordinal: number }

/** The id of what is sent back of a payment: one for each, for the signer and for the payout contract alike. */
export const returnKey = (chain: ChainId, { hash, ordinal }: DepositPointer): string =>
  `ret:${chain}:${hash}:${ordinal}`

/** What an approver signs for coins that go back to where they came from. Lines joined by a line feed, UTF-8. */
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

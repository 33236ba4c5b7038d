import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'

/** Spec §6: recharge on chain. */
const depositCode = 2

/** In 10⁻¹⁸ of a coin, finer than any token. */
const fineDecimals = 18
export const fineOf = (baseUnits: bigint, decimals: number): bigint =>
  baseUnits * 10n ** BigInt(fineDecimals - decimals)
/** Exact, since dust arrives in base units. */
export const baseUnitsOf = (fine: bigint, decimals: number): bigint => fine / 10n ** BigInt(fineDecimals - decimals)

export type BookedDust = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  /** Idempotency key: block and address of the first row. */
  readonly first: string
}

export const dustEntry = ({ chain, coin, units, first }: BookedDust, at: Date): Entry => ({
  key: `dust:${chain}:${coin}:${first}`,
  at,
  postings: [{ from: outside(chain), to: company('suspense'), asset: coin, units }],
})

export type GivenDust = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly walletId: WalletId
  readonly units: bigint
  /** Number of dust credits to the wallet, including this one. */
  readonly times: number
}

export const givenDustEntry = ({ chain, coin, walletId, units, times }: GivenDust, at: Date): Entry => ({
  key: `dust:${chain}:${coin}:${walletId}:${times}`,
  at,
  postings: [{ from: company('suspense'), to: available(walletId), asset: coin, units, code: depositCode }],
})

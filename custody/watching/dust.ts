import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, house, outside } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'

/** Spec §6: recharge on chain. */
const depositCode = 2

/** Dust is counted in 10⁻¹⁸ of a coin, finer than any token counts. */
const fineDecimals = 18
export const fineOf = (baseUnits: bigint, decimals: number): bigint =>
  baseUnits * 10n ** BigInt(fineDecimals - decimals)
/** The other way round. What came as base units is always whole ones. */
export const baseUnitsOf = (fine: bigint, decimals: number): bigint => fine / 10n ** BigInt(fineDecimals - decimals)

/** Dust of one coin on one chain that is booked together. */
export type BookedDust = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  /** Block and address of the first of it: each is booked once. */
  readonly first: string
}

/** Books dust of many addresses and blocks to suspense, in one posting. */
export const dustEntry = ({ chain, coin, units, first }: BookedDust, at: Date): Entry => ({
  key: `dust:${chain}:${coin}:${first}`,
  at,
  postings: [{ from: outside(chain), to: house('suspense'), asset: coin, units }],
})

/** What a wallet is given of what waited below the minimum. */
export type GivenDust = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly walletId: WalletId
  readonly units: bigint
  /** How often the wallet was given dust of this coin on this chain, this time included. */
  readonly times: number
}

/** Credits what waited, dust and other payments, in one posting. */
export const givenDustEntry = ({ chain, coin, walletId, units, times }: GivenDust, at: Date): Entry => ({
  key: `dust:${chain}:${coin}:${walletId}:${times}`,
  at,
  postings: [{ from: house('suspense'), to: available(walletId), asset: coin, units, code: depositCode }],
})

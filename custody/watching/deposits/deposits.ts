import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Account, available, company, outside } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'

/** Spec §6: recharge on chain. */
const depositCode = 2

/** An operator decides whether a venue's payment is principal or profit. */
export type DepositKind = 'wallet' | 'capital' | 'venue' | 'unknown' | 'own'

export type ArrivalFacts = {
  readonly from: string
  readonly to: string
  readonly hotAddress: string
  readonly holder: WalletId | undefined
  readonly isFromDepositAddress: boolean
  readonly isFromCompany: boolean
  readonly isFromVenue: boolean
}

export function kindOf(facts: ArrivalFacts): DepositKind {
  const { from, to, hotAddress, holder, isFromDepositAddress, isFromCompany, isFromVenue } = facts
  // Crediting our own transfers would create money.
  if (from === hotAddress || isFromDepositAddress) return 'own'
  if (holder) return 'wallet'
  expect(to === hotAddress, 'a transfer that is looked at reached one of our addresses')
  if (isFromVenue) return 'venue'
  return isFromCompany ? 'capital' : 'unknown'
}

export type SettledDeposit = {
  readonly chain: ChainId
  readonly hash: string
  readonly ordinal: number
  readonly coin: Coin
  readonly units: bigint
}

/** A reorganization never changes the log's index in the transaction. */
export const depositKey = ({ chain, hash, ordinal }: Pick<SettledDeposit, 'chain' | 'hash' | 'ordinal'>): string =>
  `dep:${chain}:${hash}:${ordinal}`

function entryOf(deposit: SettledDeposit, at: Date, key: string, from: Account, to: Account, code?: number): Entry {
  const { coin: asset, units } = deposit
  const posting = { from, to, asset, units, ...(code === undefined ? {} : { code }) }
  return { key, at, ref: depositKey(deposit), postings: [posting] }
}

export const creditEntry = (deposit: SettledDeposit, walletId: WalletId, at: Date): Entry =>
  entryOf(deposit, at, depositKey(deposit), outside(deposit.chain), available(walletId), depositCode)

export const capitalEntry = (deposit: SettledDeposit, at: Date): Entry =>
  entryOf(deposit, at, depositKey(deposit), outside(deposit.chain), company('capital'))

export const suspenseEntry = (deposit: SettledDeposit, at: Date): Entry =>
  entryOf(deposit, at, depositKey(deposit), outside(deposit.chain), company('suspense'))

/** One posting under the key of the payment that reached the minimum. @param units total that waited, including this payment */
export function releaseEntry(deposit: SettledDeposit, walletId: WalletId, at: Date, units = deposit.units): Entry {
  const key = `${depositKey(deposit)}:released`
  const entry = entryOf({ ...deposit, units }, at, key, company('suspense'), available(walletId), depositCode)
  return units === deposit.units ? entry : { key, at, postings: entry.postings }
}

/**
 * @param collected units of the coin and chain that already wait below the minimum. @returns credit: this and all collected payments ·
 * collect: wait.
 */
export const decideDeposit = (units: bigint, collected: bigint, minimum: bigint): 'credit' | 'collect' =>
  units + collected >= minimum ? 'credit' : 'collect'

export const depthOf = (head: bigint, blockNumber: bigint, needed: number): number =>
  Math.max(0, Math.min(needed, Number(head - blockNumber) + 1))

import { showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Opening, openingAt } from '#kit/time/opening.ts'
import { available } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import type { TransferLimits } from './transfer-settings.ts'

/** Spec record code, for both sides. */
const transferCode = 4

export type Receiver = {
  readonly id: WalletId
  readonly activatedAt: Date | null
  readonly bannedAt: Date | null
}

/**
 * Unknown and never activated wallets get the same answer, so the call does not reveal which IDs exist. @throws funds.receiver_unknown,
 * funds.receiver_not_valid, funds.receiver_not_in_team
 */
export function decideReceiver(
  senderId: WalletId,
  receiver: Receiver | undefined,
  scope: 'any' | 'team',
  isInTeam: boolean,
): asserts receiver is Receiver {
  if (!receiver?.activatedAt) fail('funds.receiver_unknown')
  // Assumed: "not a valid user" in the spec means the sender, or a suspended wallet.
  if (receiver.id === senderId || receiver.bannedAt) fail('funds.receiver_not_valid')
  if (scope === 'team' && !isInTeam) fail('funds.receiver_not_in_team')
}

export type TransferFacts = {
  readonly coin: Coin
  readonly units: bigint
  /** USDT value in units at the last known price; undefined means no value limit applies. */
  readonly value: bigint | undefined
  readonly available: bigint
  readonly limits: TransferLimits
  readonly opening: Opening
  readonly now: Date
  /** End of the wait after a security change or restore. */
  readonly heldUntil: Date | null
  readonly withdrawalBan: { readonly until: Date; readonly reason: string } | undefined
  readonly isPaidBefore: boolean
}

/**
 * Checks everything except the code. @throws funds.transfer_* for the first broken rule, balance.insufficient, identity.withdrawal_banned
 */
export function decideTransfer(facts: TransferFacts): void {
  const { coin, units, value, limits, opening, now, heldUntil, withdrawalBan: ban } = facts
  const state = openingAt(opening, now)
  if (state === 'closed') fail('funds.transfer_closed', { coin })
  if (state === 'wrong_time') fail('funds.transfer_wrong_time', { coin, from: opening.opensAt, to: opening.closesAt })
  // Assumed: a withdrawal ban includes transfers; otherwise the coins could leave through another wallet.
  if (ban && ban.until > now) fail('identity.withdrawal_banned', { until: ban.until.toISOString(), reason: ban.reason })
  if (heldUntil && heldUntil > now && !facts.isPaidBefore)
    fail('funds.transfer_held', { until: heldUntil.toISOString() })
  if (units > facts.available) fail('balance.insufficient', { coin })
  if (value !== undefined && (value < limits.minimumValue || value > limits.maximumValue))
    fail('funds.transfer_amount', { minimum: showUnits(limits.minimumValue), maximum: showUnits(limits.maximumValue) })
}

export type TransferTerms = {
  readonly id: bigint
  readonly key: string
  readonly from: WalletId
  readonly to: WalletId
  readonly coin: Coin
  readonly units: bigint
}

export const transferEntry = ({ id, key, from, to, coin: asset, units }: TransferTerms, at: Date): Entry => ({
  key,
  ref: `transfer:${id}`,
  at,
  postings: [{ from: available(from), to: available(to), asset, units, code: transferCode }],
})

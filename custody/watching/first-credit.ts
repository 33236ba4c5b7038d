import { unitsPerOne } from '#kit/amount.ts'
import { dayMs } from '#kit/clock.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, issued } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'

/** PRODUCT.md 17: the first 1,000 CREDIT … */
export const firstCredit = 1_000n * unitsPerOne
/** … come once 100 USDT of what was recharged have stayed: a wallet costs nothing, and CREDIT holds places that others queue for. */
export const firstRecharge = 100n * unitsPerOne
/** Assumed: for so long, at work or not, so that 100 USDT that go from wallet to wallet bring a thousand CREDIT a week. */
export const firstStayMs = 7 * dayMs

/** What a wallet brought until a moment, and what left since, in USDT. */
export type BroughtValue = { readonly recharged: bigint; readonly received: bigint; readonly left: bigint }

/** What of a recharge is still there: what others sent makes up for what left, and is no recharge itself. */
export function keptOf({ recharged, received, left }: BroughtValue): bigint {
  const net = recharged + received - left
  return net < recharged ? net : recharged
}
/** The record type of credit granted. */
const creditGranted = 117

/** A key makes a second one impossible; wallets that had theirs with activation have the other one. */
export const firstCreditKeys = (walletId: WalletId): readonly [string, string] => [
  `first-credit:${walletId}`,
  `activation:${walletId}`,
]

export const firstCreditEntry = (walletId: WalletId, at: Date): Entry => ({
  key: firstCreditKeys(walletId)[0],
  at,
  ref: `wallet:${walletId}`,
  postings: [{ from: issued, to: available(walletId), asset: 'CREDIT', units: firstCredit, code: creditGranted }],
})

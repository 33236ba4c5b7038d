import { unitsPerOne } from '#kit/amount/amount.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { available, issued } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'

/** First CREDIT grant (PRODUCT.md 17). */
export const firstCredit = 1_000n * unitsPerOne
/** USDT value of deposits that must stay first, because wallets are free and CREDIT reserves places that others queue for. */
export const firstRecharge = 100n * unitsPerOne
/** Assumed: the required stay, invested or not, so that 100 USDT passed between wallets earn at most 1,000 CREDIT per week. */
export const firstStayMs = 7 * dayMs

/** In USDT. */
export type BroughtValue = { readonly recharged: bigint; readonly received: bigint; readonly left: bigint }

/** Transfers received offset outflows but are not deposits. */
export function keptOf({ recharged, received, left }: BroughtValue): bigint {
  const net = recharged + received - left
  return net < recharged ? net : recharged
}
const creditGranted = 117

/** Two keys prevent a second grant. Older wallets received theirs at activation. */
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

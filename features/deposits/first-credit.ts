import { unitsPerOne } from '#kit/amount.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, issued } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'

/** PRODUCT.md 17: the first 1,000 CREDIT … */
export const firstCredit = 1_000n * unitsPerOne
/** … come with the first 100 USDT recharged: a wallet costs nothing, and CREDIT holds places that others queue for. */
export const firstRecharge = 100n * unitsPerOne
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

import { unitsPerOne } from '#kit/amount.ts'
import type { WalletId } from '#kit/ids.ts'
import { available, issued } from '#ledger/chart.ts'
import type { Entry } from '#ledger/entry.ts'

/** Credit that comes with activation: 1,000 CREDIT. */
export const activationCredit = 1_000n * unitsPerOne
/** The record type of credit granted. */
const creditGranted = 117

/** The entry that grants an activated wallet its first credit; its key makes a second one impossible. */
export const grantCredit = (walletId: WalletId, at: Date): Entry => ({
  key: `activation:${walletId}`,
  at,
  ref: `wallet:${walletId}`,
  postings: [{ from: issued, to: available(walletId), asset: 'CREDIT', units: activationCredit, code: creditGranted }],
})

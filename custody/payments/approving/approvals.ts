import { showUnits } from '#kit/amount/amount.ts'
import type { WithdrawalTerms } from '../withdrawal-entries.ts'

/** The text that approvers sign, as UTF-8 lines joined by a line feed. */
export const approvalMessage = (
  withdrawal: WithdrawalTerms & { readonly key: string; readonly address: string },
): string =>
  [
    'idwallet-approve-v1',
    withdrawal.key,
    withdrawal.walletId,
    withdrawal.chain,
    withdrawal.address,
    withdrawal.coin,
    showUnits(withdrawal.units),
  ].join('\n')

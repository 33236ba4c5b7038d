import { showUnits } from '#kit/amount.ts'
import type { WithdrawalTerms } from './withdrawal-entries.ts'

/** Lines joined by a line feed, UTF-8. */
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

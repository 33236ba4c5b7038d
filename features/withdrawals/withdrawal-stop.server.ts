import type { Wallet } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { withdrawalRules } from './withdrawals.contract.ts'

export function stopOf(wallet: Wallet, now: Date): OutputOf<typeof withdrawalRules>['stop'] {
  const { frozenAt, withdrawalBanUntil: until, withdrawalBanReason: reason } = wallet
  if (frozenAt) return { by: 'freeze', reason: '', until: null }
  return until && until > now ? { by: 'ban', reason: reason ?? '', until: until.toISOString() } : null
}

/** Refuses frozen wallets and withdrawal bans. A suspension still allows withdrawals. */
export function refuseWhileStopped(wallet: Wallet, now: Date): void {
  const stop = stopOf(wallet, now)
  if (stop?.by === 'freeze') fail('identity.frozen')
  if (stop) fail('identity.withdrawal_banned', { until: stop.until ?? '', reason: stop.reason })
}

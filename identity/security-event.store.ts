import type { Sql, Tx } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'

/** What may change about what guards a wallet. */
export type SecurityEventKind =
  | 'mail'
  | 'password'
  | 'authenticator'
  | 'authenticator_off'
  | 'restore'
  | 'phrase'
  | 'address'
  | 'frozen'
  | 'unfrozen'
  | 'passkey'
  | 'passkey_copied'

/** Writes what was changed, in the transaction that changes it. */
export async function noteSecurityEvent(
  tx: Tx,
  walletId: WalletId,
  kind: SecurityEventKind,
  wall: Date,
): Promise<void> {
  await tx.query('INSERT INTO security_event (wallet_id, kind, at) VALUES ($1, $2, $3)', [walletId, kind, wall])
}

export type SecurityEvent = { readonly id: bigint; readonly kind: SecurityEventKind; readonly at: Date }

/** What was changed since a moment, the newest first. */
export const securityEvents = (sql: Sql, walletId: WalletId, since: Date, limit: number): Promise<SecurityEvent[]> =>
  sql.query<SecurityEvent>(
    'SELECT id, kind, at FROM security_event WHERE wallet_id = $1 AND at >= $2 ORDER BY id DESC LIMIT $3',
    [walletId, since, limit],
  )

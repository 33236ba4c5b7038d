import { type AskedSince, askedParams, askedRows } from '#kit/asked-since.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

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
  | 'payment_details'

export async function noteSecurityEvent(
  tx: Tx,
  walletId: WalletId,
  kind: SecurityEventKind,
  wall: Date,
): Promise<void> {
  await tx.query('INSERT INTO security_event (wallet_id, kind, at) VALUES ($1, $2, $3)', [walletId, kind, wall])
}

export type SecurityEvent = {
  readonly walletId: WalletId
  readonly id: bigint
  readonly kind: SecurityEventKind
  readonly at: Date
}

export const securityEvents = (sql: Sql, asked: readonly AskedSince[], limit: number): Promise<SecurityEvent[]> =>
  sql.query<SecurityEvent>(
    `SELECT w.id AS "walletId", e.id, e.kind, e.at FROM ${askedRows}, LATERAL (
       SELECT id, kind, at FROM security_event WHERE wallet_id = w.id AND at >= w.since ORDER BY at DESC, id DESC LIMIT $3) e
     ORDER BY e.at DESC, e.id DESC`,
    [...askedParams(asked), limit],
  )

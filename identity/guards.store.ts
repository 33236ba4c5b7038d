import { createHash } from 'node:crypto'
import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

/**
 * Digest of everything that secures a wallet: key, password, authenticator, mailbox, passkeys, freeze, suspension, latest security event.
 * Proofs, codes and challenges include it, so any change invalidates them. @param withSession includes the open session
 */
export async function guardsOf(sql: Sql, walletId: WalletId, withSession = false): Promise<string> {
  const [row] = await sql.query<Record<string, unknown>>(
    `SELECT w.password_hash, w.frozen_at, w.banned_at,
       (SELECT k.pub FROM identity_key k WHERE k.wallet_id = w.id AND k.revoked_at IS NULL) AS pub,
       (SELECT a.bound_at FROM authenticator a WHERE a.wallet_id = w.id) AS bound_at,
       (SELECT m.digest FROM mailbox m WHERE m.wallet_id = w.id) AS mailbox,
       (SELECT string_agg(p.id, ' ' ORDER BY p.id) FROM passkey p WHERE p.wallet_id = w.id AND p.ended_at IS NULL) AS passkeys,
       (SELECT max(e.id) FROM security_event e WHERE e.wallet_id = w.id) AS event,
       (SELECT s.id FROM session s WHERE $2 AND s.wallet_id = w.id AND s.ended_at IS NULL) AS session
     FROM wallet w WHERE w.id = $1`,
    [walletId, withSession],
  )
  expect(row, 'a wallet that is asked about is there')
  const text = JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  return createHash('sha256').update(text).digest('base64url')
}

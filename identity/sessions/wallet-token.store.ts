import type { Sql } from '#kit/store/db.ts'
import type { SessionId } from '#kit/text/ids.ts'
import { randomText } from '#kit/text/random.ts'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { tokenHash } from './session.store.ts'

export const walletTokenLifeMs = 5 * minuteMs

/** Limits the token to one action. The token ends with the passkey. */
export type OneAct = { readonly act: string; readonly passkeyId: string }

/**
 * Bound to the current password hash. Replaces an earlier token. @returns the token, which is not stored, and its end on the wall clock.
 */
export async function openWalletToken(
  sql: Sql,
  {
    sessionId,
    provedHash,
    wall,
    one,
  }: { readonly sessionId: SessionId; readonly provedHash: string; readonly wall: Date; readonly one?: OneAct },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomText(32)
  const expiresAt = addMs(wall, walletTokenLifeMs)
  await sql.query(
    `WITH former AS (DELETE FROM wallet_token WHERE session_id = $2)
     INSERT INTO wallet_token (token_hash, session_id, expires_at, proved, act, passkey_id) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tokenHash(token), sessionId, expiresAt, tokenHash(provedHash), one?.act ?? null, one?.passkeyId ?? null],
  )
  return { token, expiresAt }
}

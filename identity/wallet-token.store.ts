import { addMs, minuteMs } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { SessionId } from '#kit/ids.ts'
import { randomText } from '#kit/random.ts'
import { tokenHash } from './session.store.ts'

/** How long a proof of the wallet password opens calls that move money. */
export const walletTokenLifeMs = 5 * minuteMs

/** Makes a wallet token for a session; a former one ends. @returns the token, which is kept nowhere, and its end on the wall clock. */
export async function openWalletToken(
  sql: Sql,
  sessionId: SessionId,
  wall: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomText(32)
  const expiresAt = addMs(wall, walletTokenLifeMs)
  await sql.query(
    `WITH former AS (DELETE FROM wallet_token WHERE session_id = $2)
     INSERT INTO wallet_token (token_hash, session_id, expires_at) VALUES ($1, $2, $3)`,
    [tokenHash(token), sessionId, expiresAt],
  )
  return { token, expiresAt }
}

/** Whether a wallet token belongs to this session and has not ended. */
export async function isWalletTokenRight(sql: Sql, token: string, sessionId: SessionId, wall: Date): Promise<boolean> {
  const [row] = await sql.query(
    'SELECT 1 FROM wallet_token WHERE token_hash = $1 AND session_id = $2 AND expires_at > $3',
    [tokenHash(token), sessionId, wall],
  )
  return row !== undefined
}

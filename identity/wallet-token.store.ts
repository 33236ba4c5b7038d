import { addMs, minuteMs } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { SessionId } from '#kit/ids.ts'
import { randomText } from '#kit/random.ts'
import { tokenHash } from './session.store.ts'

/** How long a proof of the wallet password opens calls that move money. */
export const walletTokenLifeMs = 5 * minuteMs

/** Makes a wallet token for a session by the password hash that was proved; a former one ends. @returns the token, which is kept nowhere, and its end on the wall clock. */
export async function openWalletToken(
  sql: Sql,
  { sessionId, provedHash, wall }: { readonly sessionId: SessionId; readonly provedHash: string; readonly wall: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomText(32)
  const expiresAt = addMs(wall, walletTokenLifeMs)
  await sql.query(
    `WITH former AS (DELETE FROM wallet_token WHERE session_id = $2)
     INSERT INTO wallet_token (token_hash, session_id, expires_at, proved) VALUES ($1, $2, $3, $4)`,
    [tokenHash(token), sessionId, expiresAt, tokenHash(provedHash)],
  )
  return { token, expiresAt }
}

/** Whether a wallet token belongs to this session, has not ended, and was proved by the password the wallet has now. */
export async function isWalletTokenRight(sql: Sql, token: string, sessionId: SessionId, wall: Date): Promise<boolean> {
  const [row] = await sql.query<{ proved: string; passwordHash: string | null }>(
    `SELECT t.proved, w.password_hash AS "passwordHash" FROM wallet_token t
     JOIN session s ON s.id = t.session_id JOIN wallet w ON w.id = s.wallet_id
     WHERE t.token_hash = $1 AND t.session_id = $2 AND t.expires_at > $3`,
    [tokenHash(token), sessionId, wall],
  )
  return Boolean(row?.passwordHash) && row?.proved === tokenHash(row?.passwordHash ?? '')
}

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

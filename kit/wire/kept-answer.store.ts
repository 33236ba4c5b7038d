import { createHash } from 'node:crypto'
import type { Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { signedText } from './sign.ts'

/** What tells one request from another under the same key: its path and parameters, whenever it was sent. */
export function fingerprintOf(path: string, params: Readonly<Record<string, unknown>>): string {
  const { lang: _lang, source: _source, timestamp: _timestamp, sign: _sign, ...rest } = params
  return createHash('sha256')
    .update(`${path}\n${signedText(rest)}`)
    .digest('base64url')
}

export type Claim = {
  readonly walletId: WalletId
  readonly key: string
  readonly fingerprint: string
  readonly at: Date
}

/**
 * Claims a request's key inside the transaction of its effect. A second request with the key waits for the first to end.
 * @returns undefined when the key is new: the caller carries out the request and keeps its answer; else the answer kept.
 * @throws request.key_conflict when the key was used with other parameters
 */
export async function claimKey(
  tx: Tx,
  { walletId, key, fingerprint, at }: Claim,
): Promise<{ data: unknown } | undefined> {
  const claimed = await tx.query(
    'INSERT INTO kept_answer (wallet_id, key, fingerprint, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING key',
    [walletId, key, fingerprint, at],
  )
  if (claimed.length) return undefined
  const [kept] = await tx.query<{ fingerprint: string; data: unknown }>(
    'SELECT fingerprint, data FROM kept_answer WHERE wallet_id = $1 AND key = $2',
    [walletId, key],
  )
  if (kept && kept.fingerprint !== fingerprint) fail('request.key_conflict')
  return { data: kept?.data }
}

/** Keeps the answer of a claimed key, in the same transaction. */
export async function keepAnswer(tx: Tx, { walletId, key }: Claim, data: unknown): Promise<void> {
  await tx.query('UPDATE kept_answer SET data = $3 WHERE wallet_id = $1 AND key = $2', [
    walletId,
    key,
    JSON.stringify(data),
  ])
}

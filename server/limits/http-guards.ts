import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import {
  endSession,
  type FoundSession,
  findSessions,
  isOver,
  isUnnoted,
  type Nonce,
  noteSeen,
  type Seen,
  type Shown,
  sessionSecret,
  sessionTokenText,
  takeNonces,
} from '#identity/sessions/session.store.ts'
import { refuseWhileStopped } from '#identity/wallet.store.ts'
import { type FailureKey, fail } from '#kit/failure.ts'
import { batched } from '#kit/store/batch.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import { keyObjectOf, type Secrets } from '#kit/store/secrets.store.ts'
import { knowSettings } from '#kit/store/settings.store.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { headers } from '#kit/wire/signing/headers.ts'
import { readXAuth, xAuthText, xAuthToleranceMs } from '#kit/wire/signing/x-auth.ts'
import type { WireRequest } from '../http/http-params.ts'

const lookedUpMax = 128

export type SessionGuard = {
  readonly db: Db
  readonly find: (shown: Shown) => Promise<FoundSession | undefined>
  readonly note: (seen: Seen) => Promise<unknown>
}

/** Batches lookups of session, wallet and proof, and last-seen updates. Returning users then share disk writes. */
export const sessionGuard = (db: Db): SessionGuard => ({
  db,
  find: batched(
    async (callers: readonly Shown[]) => {
      const sessions = await findSessions(db, callers)
      const found = sessions.find((session) => session !== undefined)
      if (found) await knowSettings(db, found.settings)
      return sessions
    },
    { most: lookedUpMax, lanes: 2, fill: lookedUpMax / 4 },
  ),
  note: batched(async (seen: readonly Seen[]) => {
    await noteSeen(db, seen)
    return seen
  }),
})

/**
 * @throws token_03 without one, session.token_format, session.logged_in_elsewhere, session.expired; session.quiet instead for background
 * reads
 */
export async function checkSession(
  { db, find, note }: SessionGuard,
  contract: Contract,
  request: Pick<WireRequest, 'header'>,
  wall: Date,
): Promise<FoundSession> {
  const refuse = (key: FailureKey & ('token_03' | `session.${string}`)) =>
    contract.access === 'background' ? fail('session.quiet') : fail(key)
  const token = request.header(headers.userToken)
  if (token && !sessionTokenText.test(token)) return refuse('session.token_format')
  const walletToken = contract.access === 'money' ? request.header(headers.walletToken) : undefined
  const session = token ? await find({ token, walletToken, wall }) : undefined
  if (!session || session.endReason === 'signed_out') return refuse('token_03')
  if (session.endReason === 'logged_in_elsewhere' || session.endReason === 'restored')
    return refuse('session.logged_in_elsewhere')
  if (session.endReason) return refuse('session.expired')
  if (isOver(session, wall)) {
    await endSession(db, session.id, 'expired', wall)
    return refuse('session.expired')
  }
  if (contract.access !== 'background' && isUnnoted(session, wall)) await note({ id: session.id, wall })
  return session
}

/** Cached, because decrypting costs more than signing. */
const openKeys = new LRUCache<string, { readonly sealed: Uint8Array; readonly key: Uint8Array }>({ max: 20_000 })

function keyOf(session: FoundSession, secrets: Secrets): Uint8Array {
  const known = openKeys.get(session.id)
  if (known && Buffer.compare(known.sealed, session.sealedSecret) === 0) return known.key
  const key = sessionSecret(session, secrets)
  openKeys.set(session.id, { sealed: session.sealedSecret, key })
  return key
}

/** @returns the nonce, spent together with the effect. @throws request.auth_missing, request.auth_wrong, request.stale */
export function checkXAuth(secrets: Secrets, session: FoundSession, request: WireRequest, wall: Date): Nonce {
  const text = request.header(headers.sessionSignature)
  if (!text) fail('request.auth_missing')
  const auth = readXAuth(text)
  if (!auth) fail('request.auth_wrong')
  const { method, path, query, body } = request
  const signed = { method, path, query, timeMs: auth.timeMs, nonce: auth.nonce, sessionId: session.id }
  const digest = createHash('sha256').update(body).digest('hex')
  const expected = createHmac('sha256', keyObjectOf(keyOf(session, secrets)))
    .update(xAuthText(signed, digest))
    .digest()
  const given = Buffer.from(auth.signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) fail('request.auth_wrong')
  if (Math.abs(wall.getTime() - auth.timeMs) > xAuthToleranceMs) fail('request.stale')
  return { text: auth.nonce, signedAt: new Date(auth.timeMs) }
}

/** @throws request.replayed if already spent */
export async function spendNonce(sql: Sql, session: FoundSession, nonce: Nonce) {
  const [isNew] = await takeNonces(sql, [{ sessionId: session.id, nonce }])
  if (!isNew) fail('request.replayed')
}

/**
 * Requires a fresh wallet password proof, and a wallet that is neither banned nor frozen. A passkey proof allows only the act it signed,
 * and only where a passkey may replace the password. @throws session.wallet_token_missing, session.wallet_token_expired, identity.banned,
 * identity.frozen
 */
export function checkMoney(contract: Contract, session: FoundSession, request: WireRequest, act: () => string): void {
  if (!contract.evenWhenStopped) refuseWhileStopped(session)
  if (!request.header(headers.walletToken)) fail('session.wallet_token_missing')
  if (!session.isProved) fail('session.wallet_token_expired')
  if (session.provedAct === null) return
  if (!contract.orPasskey) fail('session.wallet_token_missing')
  if (session.provedAct !== act()) fail('session.wallet_token_expired')
}

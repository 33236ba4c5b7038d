import {
  endSession,
  type FoundSession,
  findSession,
  isOver,
  type Nonce,
  noteSeen,
  sessionSecret,
  sessionTokenText,
  takeNonce,
} from '#identity/session.store.ts'
import { refuseWhileStopped } from '#identity/wallet.store.ts'
import { isWalletTokenRight } from '#identity/wallet-token.store.ts'
import type { Db } from '#kit/db.ts'
import { type FailureKey, fail } from '#kit/failure.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { headers } from '#kit/wire/headers.ts'
import { importSessionKey, isXAuthRight, readXAuth, xAuthToleranceMs } from '#kit/wire/x-auth.ts'
import type { WireRequest } from './http-params.ts'

type House = { readonly db: Db; readonly secrets: Secrets }

/**
 * The session of a request by its user token.
 * @throws token_03 without one, session.token_format, session.logged_in_elsewhere, session.expired; for background reads session.quiet instead of all
 */
export async function checkSession(
  { db }: House,
  contract: Contract,
  request: WireRequest,
  wall: Date,
): Promise<FoundSession> {
  const refuse = (key: FailureKey & ('token_03' | `session.${string}`)) =>
    contract.access === 'background' ? fail('session.quiet') : fail(key)
  const token = request.header(headers.userToken)
  if (token && !sessionTokenText.test(token)) return refuse('session.token_format')
  const session = token ? await findSession(db, token) : undefined
  if (!session || session.endReason === 'signed_out') return refuse('token_03')
  if (session.endReason === 'logged_in_elsewhere') return refuse('session.logged_in_elsewhere')
  if (session.endReason) return refuse('session.expired')
  if (isOver(session, wall)) {
    await endSession(db, session.id, 'expired', wall)
    return refuse('session.expired')
  }
  if (contract.access !== 'background') await noteSeen(db, session, wall)
  return session
}

/** Checks the session's own signature over a write. @returns its nonce, which is taken with the effect. @throws request.auth_missing, request.auth_wrong, request.stale */
export async function checkXAuth(
  { secrets }: House,
  session: FoundSession,
  request: WireRequest,
  wall: Date,
): Promise<Nonce> {
  const text = request.header(headers.sessionSignature)
  if (!text) fail('request.auth_missing')
  const auth = readXAuth(text)
  if (!auth) fail('request.auth_wrong')
  const key = await importSessionKey(sessionSecret(session, secrets))
  const { method, path, query, body } = request
  const signed = { method, path, query, body, timeMs: auth.timeMs, nonce: auth.nonce, sessionId: session.id }
  if (!(await isXAuthRight(key, signed, auth.signature))) fail('request.auth_wrong')
  if (Math.abs(wall.getTime() - auth.timeMs) > xAuthToleranceMs) fail('request.stale')
  return { text: auth.nonce, signedAt: new Date(auth.timeMs) }
}

/** Uses up a nonce. @throws request.replayed when it was there already */
export async function spendNonce(sql: Parameters<typeof takeNonce>[0], session: FoundSession, nonce: Nonce) {
  if (!(await takeNonce(sql, session.id, nonce))) fail('request.replayed')
}

/**
 * What moves money needs a fresh proof of the wallet password, and a wallet that is neither banned nor frozen.
 * @throws session.wallet_token_missing, session.wallet_token_expired, identity.banned, identity.frozen
 */
export async function checkMoney(
  { db }: House,
  contract: Contract,
  session: FoundSession,
  request: WireRequest,
  wall: Date,
): Promise<void> {
  if (!contract.evenWhenStopped) refuseWhileStopped(session)
  const token = request.header(headers.walletToken)
  if (!token) fail('session.wallet_token_missing')
  if (!(await isWalletTokenRight(db, token, session.id, wall))) fail('session.wallet_token_expired')
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { randomBelow } from '#kit/text/random.ts'
import { addMs } from '#kit/time/clock.ts'
import { guardsOf } from '../guards.store.ts'
import { rightTry } from '../passwords/attempts.store.ts'
import { codeLifeMs, digitsOf, type MailScene } from './mail-scenes.ts'

/** A code is valid only for this wallet, session and purpose. */
export type CodeOwner = {
  readonly walletId: WalletId
  readonly sessionId: SessionId
  readonly scene: MailScene
  readonly wall: Date
  readonly secrets: Secrets
}
/** While `verdict` is undefined, the code does not count as an attempt. */
export type GivenMailCode = { readonly text: string; verdict: 'right' | 'wrong' | undefined }

type Sent = { readonly digest: string; readonly guards: string }
const sumOf = ({ walletId, sessionId, scene, secrets }: CodeOwner, { digest, guards }: Sent, code: string): Buffer =>
  createHmac('sha256', secrets.mailKey)
    .update(['code', walletId, sessionId, scene, digest, guards, code].join('\n'))
    .digest()

/** The caller must hold the wallet lock and have called refuseFlood. */
export async function newMailCode(tx: Tx, owner: CodeOwner, digest: string): Promise<string> {
  const { walletId, sessionId, scene, wall } = owner
  const digits = digitsOf(scene)
  const code = String(randomBelow(10 ** digits)).padStart(digits, '0')
  const guards = await guardsOf(tx, walletId)
  const sum = sumOf(owner, { digest, guards }, code).toString('base64url')
  await tx.query(
    `INSERT INTO mail_code (wallet_id, scene, digest, session_id, guards, code_sum, sent_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (wallet_id, scene) DO UPDATE SET digest = excluded.digest, session_id = excluded.session_id,
       guards = excluded.guards, code_sum = excluded.code_sum, sent_at = excluded.sent_at`,
    [walletId, scene, digest, sessionId, guards, sum, wall],
  )
  return code
}

/**
 * Checks and consumes the code in the transaction it authorizes. Any security change invalidates the code. Only a correct code resets
 * failed attempts, and a rollback undoes the reset. @param digest the mailbox that must have received the code @throws
 * identity.mail_code_expired, identity.mail_code_wrong
 */
export async function confirmMailCode(tx: Tx, owner: CodeOwner, digest: string, given: GivenMailCode): Promise<void> {
  const { walletId, sessionId, scene, wall } = owner
  const [row] = await tx.query<Sent & { sessionId: string; codeSum: string; sentAt: Date }>(
    `SELECT digest, session_id AS "sessionId", guards, code_sum AS "codeSum", sent_at AS "sentAt" FROM mail_code
     WHERE wallet_id = $1 AND scene = $2 FOR UPDATE`,
    [walletId, scene],
  )
  const isYoung = row && addMs(row.sentAt, codeLifeMs) >= wall
  if (!isYoung || row.digest !== digest || row.sessionId !== sessionId) fail('identity.mail_code_expired')
  if (row.guards !== (await guardsOf(tx, walletId))) fail('identity.mail_code_expired')
  const right = timingSafeEqual(Buffer.from(row.codeSum, 'base64url'), sumOf(owner, row, given.text))
  given.verdict = right ? undefined : 'wrong'
  if (!right) fail('identity.mail_code_wrong')
  await spendMailCode(tx, walletId, scene)
  await rightTry(tx, walletId, `mail:${scene}`)
  given.verdict = 'right'
}

export async function spendMailCode(sql: Sql, walletId: WalletId, scene: MailScene): Promise<void> {
  await sql.query("UPDATE mail_code SET session_id = '' WHERE wallet_id = $1 AND scene = $2", [walletId, scene])
}

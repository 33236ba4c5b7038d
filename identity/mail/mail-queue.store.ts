import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Db, Sql, Tx } from '#kit/store/db.ts'
import { openSealed, type Secrets, seal } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, minuteMs } from '#kit/time/clock.ts'
import { noteSecurityEvent, type SecurityEventKind } from '../sessions/security-event.store.ts'
import { codesAnHour, type MailScene, resendMs, sendWindowMs } from './mail-scenes.ts'
import { digestOf, findMailbox, takeUntold } from './mailbox.store.ts'

export type MailKind =
  | 'code_bind'
  | 'code_rebind'
  | 'code_password'
  | 'code_hello'
  | 'told_mail'
  | 'told_password'
  | 'told_authenticator'
  | 'told_authenticator_off'
  | 'told_restore'
  | 'told_phrase'
  | 'told_release'
  | 'told_passkey'
  | 'told_passkey_copied'
  | 'told_payment_details'
  | 'told_dispute'

export type MailDraft = {
  readonly address: string
  readonly language: string
  readonly walletId: WalletId
  readonly kind: MailKind
  readonly values: Readonly<Record<string, string>>
}
export type QueuedMail = { readonly id: bigint; readonly createdAt: Date; readonly draft: MailDraft }

/** The wait doubles with each attempt. The last attempt is before a code expires. */
const attemptsMax = 5
const firstWaitMs = minuteMs / 4

const belongsTo = 'mail'
const read = (secrets: Secrets, sealed: Uint8Array): MailDraft =>
  JSON.parse(Buffer.from(openSealed(secrets.sealKey, sealed, belongsTo)).toString()) as MailDraft

/** Call in the transaction of the event, so the mail is sent only if it commits. */
export async function queueMail(tx: Tx, secrets: Secrets, draft: MailDraft, wall: Date): Promise<void> {
  const sealed = seal(secrets.sealKey, Buffer.from(JSON.stringify(draft)), belongsTo)
  await tx.query(
    'INSERT INTO mail (digest, wallet_id, kind, sealed, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $5)',
    [digestOf(secrets, draft.address), draft.walletId, draft.kind, sealed, wall],
  )
}

export async function tellHolder(
  tx: Tx,
  secrets: Secrets,
  walletId: WalletId,
  kind: `told_${'password' | 'authenticator' | 'authenticator_off' | 'restore' | 'phrase' | 'passkey' | 'passkey_copied' | 'payment_details'}`,
  wall: Date,
): Promise<void> {
  await noteSecurityEvent(tx, walletId, kind.slice('told_'.length) as SecurityEventKind, wall)
  await mailHolder(tx, secrets, walletId, kind, wall)
}

export async function mailHolder(
  tx: Tx,
  secrets: Secrets,
  walletId: WalletId,
  kind: MailKind,
  wall: Date,
): Promise<void> {
  const mailbox = await findMailbox(tx, walletId, secrets)
  if (!mailbox) return
  const { address, language } = mailbox
  await queueMail(tx, secrets, { address, language, walletId, kind, values: {} }, wall)
}

export async function tellReleases(db: Db, secrets: Secrets, wall: Date): Promise<void> {
  const tellOne = () =>
    db.transaction(async (tx) => {
      const walletId = await takeUntold(tx, wall)
      const mailbox = walletId && (await findMailbox(tx, walletId, secrets))
      if (!walletId || !mailbox?.releasedFrom) return false
      const { address, language, releasedFrom } = mailbox
      const from = `${releasedFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      await queueMail(tx, secrets, { address, language, walletId, kind: 'told_release', values: { from } }, wall)
      return true
    })
  while (await tellOne());
}

export type AskedCode = {
  readonly digest: string
  readonly walletId: WalletId
  readonly scene: MailScene
  readonly wall: Date
}

/**
 * Limits codes per mailbox and purpose. Strangers' requests count separately, so they cannot block the holder's codes. @throws
 * identity.mail_too_soon, identity.mail_too_many
 */
export async function refuseFlood(tx: Tx, { digest, walletId, scene, wall }: AskedCode): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`mails:${digest}`])
  const isOwn = scene !== 'bind'
  const [row] = await tx.query<{ last: Date | null; own: number; all: number; first: Date | null; isBound: boolean }>(
    `SELECT max(created_at) FILTER (WHERE wallet_id = $4 AND kind = $5) AS last, count(*) FILTER (WHERE wallet_id = $4)::int AS own,
       count(*)::int AS all, min(created_at) AS first, EXISTS (SELECT FROM mailbox b WHERE b.digest = $1) AS "isBound"
     FROM mail WHERE digest = $1 AND created_at > $2 AND kind LIKE 'code_%' AND (kind <> 'code_bind') = $3`,
    [digest, addMs(wall, -sendWindowMs), isOwn, walletId, `code_${scene}`],
  )
  expect(row, 'a count has a row')
  const leftMs = row.last ? addMs(row.last, resendMs).getTime() - wall.getTime() : 0
  if (leftMs > 0) fail('identity.mail_too_soon', { seconds: String(Math.ceil(leftMs / 1000)) })
  const { own, claimed, claimedUnbound, ofOneWallet } = codesAnHour
  const claims = row.isBound ? claimed : claimedUnbound
  if (row.all < (isOwn ? own : claims) && (isOwn || row.own < ofOneWallet)) return
  fail('identity.mail_too_many', { until: addMs(row.first ?? wall, sendWindowMs).toISOString() })
}

/** Leases due mails; after a crash they are due again. New ones go first, because retries can take long and users wait for codes. */
export async function takeDueMails(db: Db, secrets: Secrets, wall: Date, most: number): Promise<QueuedMail[]> {
  const rows = await db.query<{ id: bigint; sealed: Uint8Array; createdAt: Date }>(
    `UPDATE mail SET attempts = attempts + 1, due_at = $1::timestamptz + $2::float8 * power(2, attempts) * interval '1 millisecond'
     WHERE id IN (SELECT id FROM mail WHERE due_at <= $1 ORDER BY attempts, due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, sealed, created_at AS "createdAt"`,
    [wall, firstWaitMs, most],
  )
  return rows.map(({ id, sealed, createdAt }) => ({ id, createdAt, draft: read(secrets, sealed) }))
}

/** @param keep true in the demo, which shows sent mails */
export async function keepSent(db: Db, id: bigint, wall: Date, keep: boolean): Promise<void> {
  await db.query('UPDATE mail SET due_at = NULL, sent_at = $2, sealed = CASE WHEN $3 THEN sealed END WHERE id = $1', [
    id,
    wall,
    keep,
  ])
}

/** @returns whether it was the last attempt */
export async function keepUnsent(db: Db, id: bigint): Promise<boolean> {
  const rows = await db.query(
    'UPDATE mail SET due_at = NULL, sealed = NULL WHERE id = $1 AND attempts >= $2 RETURNING id',
    [id, attemptsMax],
  )
  return rows.length > 0
}

export async function newestMails(sql: Sql, secrets: Secrets, most: number): Promise<QueuedMail[]> {
  const rows = await sql.query<{ id: bigint; sealed: Uint8Array; createdAt: Date }>(
    'SELECT id, sealed, created_at AS "createdAt" FROM mail WHERE sealed IS NOT NULL ORDER BY id DESC LIMIT $1',
    [most],
  )
  return rows.map(({ id, sealed, createdAt }) => ({ id, createdAt, draft: read(secrets, sealed) }))
}

export async function oldestQueuedMail(sql: Sql): Promise<Date | undefined> {
  const [row] = await sql.query<{ at: Date | null }>('SELECT min(created_at) AS at FROM mail WHERE due_at IS NOT NULL')
  return row?.at ?? undefined
}

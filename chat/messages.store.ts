import { createHash } from 'node:crypto'
import type { LogSigner } from '#identity/operators/operator-log.store.ts'
import { pictureBytes, usePicture } from '#identity/pictures/picture.store.ts'
import { isYoung } from '#identity/wallet.store.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { refuseFull } from '#kit/store/quotas.store.ts'
import { messageBytes } from '#kit/store/quotas.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { staffText, type ThreadName } from './staff-text.ts'
import { lockThread, type Thread } from './threads.store.ts'
import { lookBack, readWords } from './words-guard.ts'

export type Message = {
  readonly nth: number
  /** Null for an operator's message. */
  readonly walletId: WalletId | null
  readonly operator: string | null
  readonly signature: string | null
  readonly at: Date
  readonly text: string
  /** The ID of a holder's picture, or the SHA-256 in hex of a staff picture. */
  readonly picture: string | null
}

const columns =
  'number AS nth, wallet_id AS "walletId", operator, signature, at, text, coalesce(picture, staff_picture) AS picture'

/** Newest first. */
export const messagesOf = (sql: Sql, { id }: Pick<Thread, 'id'>, before: number, limit: number): Promise<Message[]> =>
  sql.query<Message>(
    `SELECT ${columns} FROM chat_message WHERE thread_id = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
    [id, before, limit],
  )

export const isPictureOf = async (sql: Sql, { id }: Pick<Thread, 'id'>, picture: string): Promise<boolean> =>
  (
    await sql.query('SELECT FROM chat_message WHERE (picture = $2 OR staff_picture = $2) AND thread_id = $1 LIMIT 1', [
      id,
      picture,
    ])
  ).length > 0

type Said = Pick<Message, 'at' | 'text'> & Partial<Message> & { readonly request: string }

async function add(tx: Tx, { id }: Thread, said: Said): Promise<Message> {
  const { request, at, text, walletId = null, operator = null, signature = null, picture = null } = said
  await tx.query('UPDATE chat_thread SET last_number = last_number + 1, last_at = $2, closed_at = NULL WHERE id = $1', [
    id,
    at,
  ])
  const [own, staffs] = operator === null ? [picture, null] : [null, picture]
  const [message] = await tx.query<Message>(
    `INSERT INTO chat_message (thread_id, number, wallet_id, operator, signature, at, text, picture, staff_picture, request)
     SELECT t.id, t.last_number, $2, $3, $4, $5, $6, $7, $8, $9 FROM chat_thread t WHERE t.id = $1 RETURNING ${columns}`,
    [id, walletId, operator, signature, at, text, own, staffs, request],
  )
  await tx.query('UPDATE chat_party SET at = $2 WHERE thread_id = $1', [id, at])
  expect(message, 'what was added is there')
  return message
}

async function saidBefore(tx: Tx, { id }: Thread, walletId: WalletId, request: string): Promise<Message | undefined> {
  const [message] = await tx.query<Message>(
    `SELECT ${columns} FROM chat_message WHERE request = $1 AND thread_id = $2 AND wallet_id = $3`,
    [request, id, walletId],
  )
  return message
}

const ownTexts = async (tx: Tx, { id }: Thread, walletId: WalletId): Promise<string[]> =>
  (
    await tx.query<{ text: string }>(
      'SELECT text FROM chat_message WHERE thread_id = $1 AND wallet_id = $2 ORDER BY number DESC LIMIT $3',
      [id, walletId, lookBack],
    )
  ).map(({ text }) => text)

export type SaysHolder = {
  readonly walletId: WalletId
  readonly text: string
  readonly picture?: string | undefined
  readonly language: string
  /** Idempotency key. A repeat returns the first message. */
  readonly request: string
  readonly at: Date
}

async function refuseWithoutRoom(tx: Tx, { id }: Thread, { walletId, text, picture, at }: SaysHolder): Promise<void> {
  const thread = `${id}`
  const wallet = { id: walletId, isYoung: await isYoung(tx, walletId) }
  await refuseFull(tx, { kind: 'message', wallet, thread, bytes: Buffer.byteLength(text) + messageBytes, at })
  if (picture) await refuseFull(tx, { kind: 'picture', thread, bytes: await pictureBytes(tx, picture), at })
}

/**
 * @throws chat.full, upload.full and request.full if a monthly quota is used up · chat.thread_missing if the wallet is not a participant ·
 * chat.closed · chat.words · request.data_missing if the picture belongs to another wallet
 */
export async function sayAsHolder(tx: Tx, name: ThreadName, said: SaysHolder): Promise<Message> {
  const { walletId, text, picture, language, request, at } = said
  const thread = await lockThread(tx, name)
  const own = await tx.query(
    'UPDATE chat_party SET language = $3 WHERE thread_id = $1 AND wallet_id = $2 RETURNING 1',
    [thread.id, walletId, language],
  )
  if (own.length === 0) fail('chat.thread_missing')
  const before = await saidBefore(tx, thread, walletId, request)
  if (before) return before
  if (thread.closedAt && thread.kind !== 'support') fail('chat.closed')
  if (readWords(text, await ownTexts(tx, thread, walletId)) === 'phrase') fail('chat.words')
  await refuseWithoutRoom(tx, thread, said)
  if (picture) await usePicture(tx, { walletId, category: 'chat' }, picture)
  return add(tx, thread, { walletId, text, picture: picture || null, request, at })
}

export type SaysStaff = {
  readonly text: string
  readonly picture?: Uint8Array | undefined
  readonly request: string
  readonly at: Date
}

/** The operator signs this ID. The app checks received bytes against it. */
export const staffPictureId = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The caller must check access to the picture. */
export async function loadStaffPicture(sql: Sql, id: string): Promise<Uint8Array | undefined> {
  const [row] = await sql.query<{ bytes: Uint8Array }>('SELECT bytes FROM chat_staff_picture WHERE id = $1', [id])
  return row?.bytes
}

/** @throws chat.thread_missing, chat.not_disputed */
export async function sayAsStaff(tx: Tx, name: ThreadName, said: SaysStaff, signer: LogSigner): Promise<Message> {
  const thread = await lockThread(tx, name)
  if (!thread.staffSince) fail('chat.not_disputed')
  const { operator } = signer
  const { picture: bytes, text, request, at } = said
  const picture = bytes ? staffPictureId(bytes) : null
  if (bytes)
    await tx.query('INSERT INTO chat_staff_picture (id, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      picture,
      bytes,
    ])
  const signature = signer.sign(staffText({ ...name, nth: thread.last + 1, at, operator, text, picture }))
  return add(tx, thread, { text, picture, request, at, operator, signature })
}

export type StaffThread = Thread & { readonly unread: number; readonly language: string }

/** Longest wait first. */
export const threadsForStaff = (sql: Sql, limit: number): Promise<StaffThread[]> =>
  sql.query<StaffThread>(
    `SELECT t.id, t.kind, t.subject, t.opened_at AS "openedAt", t.staff_since AS "staffSince", t.staff_read AS "staffRead",
       t.closed_at AS "closedAt", t.last_number AS last, t.last_at AS "lastAt",
       (SELECT count(*)::int4 FROM chat_message m WHERE m.thread_id = t.id AND m.number > t.staff_read AND m.operator IS NULL) AS unread,
       (SELECT min(p.language) FROM chat_party p WHERE p.thread_id = t.id) AS language
     FROM chat_thread t WHERE t.staff_since IS NOT NULL AND t.closed_at IS NULL AND t.last_number > 0
     ORDER BY (t.last_number > t.staff_read) DESC, t.last_at, t.id LIMIT $1`,
    [limit],
  )

/** Returns the newest messages, newest last, and marks the thread as read. @throws chat.thread_missing, chat.not_disputed */
export async function readAsStaff(
  tx: Tx,
  name: ThreadName,
  limit: number,
): Promise<{ thread: Thread; messages: Message[] }> {
  const thread = await lockThread(tx, name)
  if (!thread.staffSince) fail('chat.not_disputed')
  const messages = await messagesOf(tx, thread, thread.last + 1, limit)
  await tx.query('UPDATE chat_thread SET staff_read = last_number WHERE id = $1', [thread.id])
  return { thread, messages: messages.reverse() }
}

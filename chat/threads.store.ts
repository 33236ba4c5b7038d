import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { ThreadName } from './staff-text.ts'

export type Thread = ThreadName & {
  readonly id: bigint
  readonly openedAt: Date
  readonly staffSince: Date | null
  readonly staffRead: number
  readonly closedAt: Date | null
  readonly last: number
  readonly lastAt: Date
}

const columns = `t.id, t.kind, t.subject, t.opened_at AS "openedAt", t.staff_since AS "staffSince", t.staff_read AS "staffRead",
  t.closed_at AS "closedAt", t.last_number AS last, t.last_at AS "lastAt"`

export const findThread = async (sql: Sql, { kind, subject }: ThreadName): Promise<Thread | undefined> =>
  (
    await sql.query<Thread>(`SELECT ${columns} FROM chat_thread t WHERE t.kind = $1 AND t.subject = $2`, [
      kind,
      subject,
    ])
  )[0]

/** Locks a thread until the transaction ends, which serializes its messages. @throws chat.thread_missing */
export async function lockThread(tx: Tx, { kind, subject }: ThreadName): Promise<Thread> {
  const [thread] = await tx.query<Thread>(
    `SELECT ${columns} FROM chat_thread t WHERE t.kind = $1 AND t.subject = $2 FOR UPDATE`,
    [kind, subject],
  )
  return thread ?? fail('chat.thread_missing')
}

export type OpenThread = ThreadName & {
  readonly wallets: readonly WalletId[]
}

/** Idempotent. Call in the transaction that creates the trade. */
export async function openThread(tx: Tx, { kind, subject, wallets }: OpenThread, at: Date): Promise<Thread> {
  expect(wallets.length === (kind === 'support' ? 1 : 2), 'support talks with one wallet, a trade has two sides')
  await tx.query(
    `INSERT INTO chat_thread (kind, subject, opened_at, staff_since, last_at)
     VALUES ($1, $2, $3, CASE WHEN $1 = 'support' THEN $3::timestamptz END, $3) ON CONFLICT (kind, subject) DO NOTHING`,
    [kind, subject, at],
  )
  const thread = await lockThread(tx, { kind, subject })
  const added = await tx.query<{ walletId: string }>(
    `INSERT INTO chat_party (thread_id, wallet_id, at) SELECT $1, unnest($2::text[]), $3
     ON CONFLICT DO NOTHING RETURNING wallet_id AS "walletId"`,
    [thread.id, wallets, at],
  )
  expect(added.length === 0 || thread.last === 0, 'nobody is let in where something was said')
  return thread
}

/** Gives staff permanent access to a thread between traders. @throws chat.thread_missing */
export async function letStaffRead(tx: Tx, name: ThreadName, at: Date): Promise<void> {
  const { id } = await lockThread(tx, name)
  await tx.query('UPDATE chat_thread SET staff_since = $2 WHERE id = $1 AND staff_since IS NULL', [id, at])
}

/**
 * A closed thread between traders takes no more messages. A support thread reopens with the holder's next message. @throws
 * chat.thread_missing
 */
export async function closeThread(tx: Tx, name: ThreadName, at: Date): Promise<void> {
  const { id } = await lockThread(tx, name)
  await tx.query('UPDATE chat_thread SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL', [id, at])
}

export type Party = {
  readonly walletId: WalletId
  readonly delivered: number
  readonly read: number
  readonly language: string
}

/** Excludes staff. */
export const partiesOf = (sql: Sql, thread: Pick<Thread, 'id'>): Promise<Party[]> =>
  sql.query<Party>(
    'SELECT wallet_id AS "walletId", delivered, read, language FROM chat_party WHERE thread_id = $1 ORDER BY wallet_id',
    [thread.id],
  )

/** @throws chat.thread_missing for non-participants too, so they cannot learn which threads exist */
export async function threadOf(sql: Sql, name: ThreadName, walletId: WalletId) {
  const thread = (await findThread(sql, name)) ?? fail('chat.thread_missing')
  const parties = await partiesOf(sql, thread)
  const own = parties.find((party) => party.walletId === walletId) ?? fail('chat.thread_missing')
  return { thread, own, others: parties.filter((party) => party !== own) }
}

const unreadMax = 99

export type OwnThread = ThreadName & {
  readonly walletId: WalletId
  readonly last: number
  readonly lastAt: Date
  readonly closedAt: Date | null
  readonly staffSince: Date | null
  readonly unread: number
  readonly fetched: number
  /** `delivered`: last message that all others received. `read`: last one they read. */
  readonly delivered: number
  readonly read: number
}

export const threadsOf = (sql: Sql, wallets: readonly WalletId[], limit: number): Promise<OwnThread[]> =>
  sql.query<OwnThread>(
    `SELECT p.wallet_id AS "walletId", t.kind, t.subject, t.last_number AS last, t.last_at AS "lastAt", t.closed_at AS "closedAt",
       t.staff_since AS "staffSince", p.delivered AS fetched,
       (SELECT count(*)::int4 FROM (SELECT FROM chat_message m WHERE m.thread_id = t.id AND m.number > p.read
          AND m.wallet_id IS DISTINCT FROM p.wallet_id LIMIT ${unreadMax}) u) AS unread,
       coalesce(o.delivered, t.last_number) AS delivered, coalesce(o.read, t.staff_read) AS read
     FROM unnest($1::text[]) AS w (id), LATERAL
       (SELECT * FROM chat_party WHERE wallet_id = w.id ORDER BY at DESC LIMIT $2) p
       JOIN chat_thread t ON t.id = p.thread_id
       LEFT JOIN LATERAL (SELECT min(x.delivered) AS delivered, min(x.read) AS read FROM chat_party x
         WHERE x.thread_id = t.id AND x.wallet_id <> p.wallet_id) o ON true
     ORDER BY t.id`,
    [wallets, limit],
  )

export type Seen = { readonly delivered: number; readonly read: number }
/** Numbers never move backward or past the last message. @throws chat.thread_missing */
export async function noteSeen(tx: Tx, name: ThreadName, walletId: WalletId, { delivered, read }: Seen): Promise<void> {
  const { thread } = await threadOf(tx, name, walletId)
  await tx.query(
    `UPDATE chat_party SET delivered = greatest(delivered, least(greatest($3::int4, $4::int4), $5::int4)),
       read = greatest(read, least($4::int4, $5::int4))
     WHERE thread_id = $1 AND wallet_id = $2`,
    [thread.id, walletId, delivered, read, thread.last],
  )
}

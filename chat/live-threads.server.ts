import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { LiveItem } from '#kit/wire/live.contract.ts'
import { threadsOf } from './threads.store.ts'

/** Threads of a wallet that are looked at: those something was said in last. */
const newest = 5

/** How far the newest conversations of these wallets have come. */
export async function liveThreads(
  sql: Sql,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<string, readonly LiveItem<'chat'>[]>> {
  const found = new Map<string, LiveItem<'chat'>[]>()
  for (const thread of await threadsOf(sql, wallets, newest)) {
    const { walletId, kind, subject, last, unread, delivered, read, closedAt, staffSince } = thread
    const [closed, staffReads] = [closedAt !== null, staffSince !== null]
    const item = { kind, subject, last, unread, delivered, read, closed, staffReads }
    found.set(walletId, [...(found.get(walletId) ?? []), item])
  }
  return found
}

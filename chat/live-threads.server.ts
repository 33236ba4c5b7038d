import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { LiveItem } from '#kit/wire/contracts/live.contract.ts'
import { threadsOf } from './threads.store.ts'

const newest = 5

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

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
  for (const { walletId, kind, subject, last, unread, delivered, read } of await threadsOf(sql, wallets, newest))
    found.set(walletId, [...(found.get(walletId) ?? []), { kind, subject, last, unread, delivered, read }])
  return found
}

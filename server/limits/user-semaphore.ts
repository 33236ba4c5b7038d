import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { WalletId } from '#kit/text/ids.ts'

/** Limits concurrent reads per wallet, so one busy wallet does not slow others. */
export function createUserSemaphore() {
  const limits = new LRUCache<WalletId, LimitFunction>({ max: 5_000, memoMethod: () => pLimit(2) })
  return <Out>(walletId: WalletId, read: () => Promise<Out>): Promise<Out> => limits.memo(walletId)(read)
}
export type UserSemaphore = ReturnType<typeof createUserSemaphore>

import { batched } from '#kit/store/batch.ts'
import type { Db, Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'

/** Batches concurrent reads. */
export function ofMany<Answer>(read: (sql: Sql, ids: readonly WalletId[]) => Promise<readonly Answer[]>) {
  const readers = new WeakMap<Db, (walletId: WalletId) => Promise<Answer>>()
  return (db: Db): ((walletId: WalletId) => Promise<Answer>) => {
    const known = readers.get(db)
    if (known) return known
    const made = batched((ids: readonly WalletId[]) => read(db, ids), { lanes: 2, fill: 32, most: 128 })
    readers.set(db, made)
    return made
  }
}

import { LRUCache } from 'lru-cache'
import type { Db, DbIdentity } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Contract } from '#kit/wire/contract.ts'
import type { OwnPage } from '#kit/wire/implement.api.ts'

const keptMax = 32 * 1024 * 1024

type Kept = { readonly mark: string; readonly bytes: Buffer }

export const pageName = ({ path }: Contract, walletId: WalletId, input: unknown): string =>
  `${walletId} ${path} ${JSON.stringify(input)}`

/** Per-user response cache. Each read compares the database's version stamp, so processes need no invalidation messages. */
export function createUserCache(db: Db, most = keptMax) {
  const pages = new LRUCache<string, Kept>({ maxSize: most, sizeCalculation: ({ bytes }) => bytes.length })
  let identity: DbIdentity = db.identity
  return {
    async give(
      name: string,
      look: () => Promise<OwnPage<unknown>>,
      show: (data: unknown) => string,
    ): Promise<Uint8Array> {
      const asked = db.identity
      const { mark, make } = await look()
      const known = asked === identity ? pages.get(name) : undefined
      if (known?.mark === mark) return known.bytes
      const bytes = Buffer.from(show(await make()))
      // After a reconnect the database may be in an earlier state, where the same stamp marks different data.
      if (db.identity !== identity) {
        identity = db.identity
        pages.clear()
      }
      if (asked !== identity) return bytes
      pages.set(name, { mark, bytes })
      return bytes
    },
  }
}
export type UserCache = ReturnType<typeof createUserCache>

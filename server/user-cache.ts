import type { Db, DbIdentity } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Contract } from '#kit/wire/contract.ts'
import type { OwnPage } from '#kit/wire/implement.api.ts'

const keptMax = 32 * 1024 * 1024

type Kept = { readonly mark: string; readonly bytes: Buffer }

export const pageName = ({ path }: Contract, walletId: WalletId, input: unknown): string =>
  `${walletId} ${path} ${JSON.stringify(input)}`

/** Per-user response cache. Each read compares the database's version stamp, so processes need no invalidation messages. */
export function createUserCache(db: Db, most = keptMax) {
  const pages = new Map<string, Kept>()
  let size = 0
  let identity: DbIdentity = db.identity
  const drop = (name: string): void => {
    size -= pages.get(name)?.bytes.length ?? 0
    pages.delete(name)
  }
  return {
    async give(
      name: string,
      look: () => Promise<OwnPage<unknown>>,
      show: (data: unknown) => string,
    ): Promise<Uint8Array> {
      const asked = db.identity
      const { mark, make } = await look()
      const known = asked === identity ? pages.get(name) : undefined
      if (known?.mark === mark) {
        pages.delete(name)
        pages.set(name, known)
        return known.bytes
      }
      const bytes = Buffer.from(show(await make()))
      // After a reconnect the database may be in an earlier state, where the same stamp marks different data.
      if (db.identity !== identity) {
        identity = db.identity
        pages.clear()
        size = 0
      }
      if (asked !== identity) return bytes
      drop(name)
      pages.set(name, { mark, bytes })
      size += bytes.length
      for (const oldest of pages.keys()) {
        if (size <= most) break
        drop(oldest)
      }
      return bytes
    },
  }
}
export type UserCache = ReturnType<typeof createUserCache>

import { deviceKey } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'

export type SealedRow = { readonly owner: string; readonly at: number; readonly sealed: string }
type Named = { readonly owner: string; readonly name: string }

const storeName = 'rows'

function open(database: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** IndexedDB rows encrypted with the device key and bound to owner and name. */
export function sealedRows(database: string) {
  async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const opened = await open(database)
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = opened.transaction(storeName, mode)
        const request = work(transaction.objectStore(storeName))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      opened.close()
    }
  }
  const keyOf = ({ owner, name }: Named): string => `${owner} ${name}`
  const read = async (key: string, row: SealedRow): Promise<string | undefined> => {
    try {
      return await openValue(await deviceKey(), key, row.sealed)
    } catch {
      return undefined
    }
  }

  return {
    /** Skips writing if `isWanted` returns false after encryption. */
    async put({ at, ...named }: Named & { readonly at: number }, text: string, isWanted = () => true): Promise<void> {
      const key = keyOf(named)
      const row: SealedRow = { owner: named.owner, at, sealed: await sealValue(await deviceKey(), key, text) }
      if (isWanted()) await inStore('readwrite', (store) => store.put(row, key))
    },
    /** Undefined if missing or unreadable. */
    async get(named: Named): Promise<string | undefined> {
      const row = await inStore<SealedRow | undefined>('readonly', (store) => store.get(keyOf(named)))
      return row && read(keyOf(named), row)
    },
    async list(): Promise<(readonly [key: string, row: SealedRow])[]> {
      const keys = (await inStore('readonly', (store) => store.getAllKeys())) as string[]
      const rows = await Promise.all(
        keys.map((key) => inStore<SealedRow | undefined>('readonly', (store) => store.get(key))),
      )
      return keys.flatMap((key, nth) => (rows[nth] ? [[key, rows[nth]] as const] : []))
    },
    open: read,
    remove: (key: string): Promise<unknown> => inStore('readwrite', (store) => store.delete(key)),
    keyOf,
  }
}

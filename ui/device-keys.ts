/** Keys that cannot be read out, and what belongs to them: IndexedDB can hold a CryptoKey without showing its bytes. */
const databaseName = 'glasshouse'
const storeName = 'keys'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

export const readKey = <T>(name: string): Promise<T | undefined> => run('readonly', (store) => store.get(name))
export const writeKey = (name: string, value: unknown): Promise<unknown> =>
  run('readwrite', (store) => store.put(value, name))
export const removeKey = (name: string): Promise<unknown> => run('readwrite', (store) => store.delete(name))

/** The key all stored values are encrypted under; made at the first start. Two tabs starting at once agree on one. */
export async function deviceKey(): Promise<CryptoKey> {
  const kept = await readKey<CryptoKey>('device')
  if (kept) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  try {
    await run('readwrite', (store) => store.add(made, 'device'))
    return made
  } catch {
    return (await readKey<CryptoKey>('device')) ?? made
  }
}

/** Where what the screens showed last is kept, for when there is no network (kept-views.ts). */
export const viewsDatabase = 'glasshouse-views'
/** Forgets all of it: nobody is signed in any more. */
export const forgetViews = (): unknown => indexedDB.deleteDatabase(viewsDatabase)

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

/** @param work begins the transaction; `result` holds what it is about once the transaction is over */
export async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, result: { value?: T }) => void,
): Promise<T | undefined> {
  const database = await open()
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      // A sealed phrase may have no other copy: a change is over once it is on the disk.
      const transaction = database.transaction(storeName, mode, { durability: 'strict' })
      const result: { value?: T } = {}
      work(transaction.objectStore(storeName), result)
      transaction.oncomplete = () => resolve(result.value)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

export const read = <T>(request: IDBRequest, use: (value: T) => void): void => {
  request.onsuccess = () => use(request.result as T)
}

export const readKey = <T>(name: string): Promise<T | undefined> =>
  run<T>('readonly', (store, result) =>
    read<T>(store.get(name), (value) => {
      result.value = value
    }),
  )
export const writeKey = (name: string, value: unknown): Promise<unknown> =>
  run('readwrite', (store) => void store.put(value, name))
export const removeKey = (name: string): Promise<unknown> => run('readwrite', (store) => void store.delete(name))

/** What the session of a wallet is kept under. */
export const sessionName = (walletId: string): string => `session:${walletId}`

/** How much is kept under names that begin so. */
export const countKeys = (prefix: string): Promise<number | undefined> =>
  run<number>('readonly', (store, result) =>
    read<number>(store.count(IDBKeyRange.bound(prefix, `${prefix}\uffff`)), (value) => {
      result.value = value
    }),
  )

/** The key all stored values are encrypted under; made at the first start. Two tabs that start together use the same one. */
export async function deviceKey(): Promise<CryptoKey> {
  const kept = await readKey<unknown>('device')
  if (kept instanceof CryptoKey) return kept
  // What is no key can open nothing; it is kept all the same.
  if (kept !== undefined) await writeKey('aside:device', kept)
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const agreed = await run<CryptoKey>('readwrite', (store, result) =>
    read<unknown>(store.get('device'), (now) => {
      result.value = now instanceof CryptoKey ? now : made
      store.put(result.value, 'device')
    }),
  )
  return agreed ?? made
}

/** Where what the screens showed last is kept, for when there is no network (kept-views.ts). */
export const viewsDatabase = 'glasshouse-views'
/** Deletes all stored values and logs out. */
export const forgetViews = (): unknown => indexedDB.deleteDatabase(viewsDatabase)

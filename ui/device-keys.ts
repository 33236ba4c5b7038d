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
async function run<T>(
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
      transaction.onerror = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

const read = <T>(request: IDBRequest, use: (value: T) => void): void => {
  request.onsuccess = () => use(request.result as T)
}

export const readKey = <T>(name: string): Promise<T | undefined> =>
  run<T>('readonly', (store, result) => read<T>(store.get(name), (value) => Object.assign(result, { value })))
export const writeKey = (name: string, value: unknown): Promise<unknown> =>
  run('readwrite', (store) => void store.put(value, name))
export const removeKey = (name: string): Promise<unknown> => run('readwrite', (store) => void store.delete(name))

/**
 * Changes what is kept under a name, in one transaction: no other tab can change it in between.
 * @param change must answer at once; undefined removes, and what it was given changes nothing @returns what is kept from now on
 */
export const updateKey = <T>(name: string, change: (kept: T | undefined) => T | undefined): Promise<T | undefined> =>
  run<T>('readwrite', (store, result) =>
    read<T | undefined>(store.get(name), (kept) => {
      const value = change(kept)
      Object.assign(result, { value })
      if (value === undefined) store.delete(name)
      else if (value !== kept) store.put(value, name)
    }),
  )

/** What is kept under all names that begin so, by the rest of the name. */
export async function readKeys(prefix: string): Promise<ReadonlyMap<string, unknown>> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const found = await run<{ keys?: string[]; values?: unknown[] }>('readonly', (store, result) => {
    result.value = {}
    read<string[]>(store.getAllKeys(range), (keys) => Object.assign(result.value ?? {}, { keys }))
    read<unknown[]>(store.getAll(range), (values) => Object.assign(result.value ?? {}, { values }))
  })
  return new Map((found?.keys ?? []).map((key, at) => [key.slice(prefix.length), found?.values?.[at]]))
}

/** Puts aside what cannot be read, so that nothing else takes its place: a later app, or a person, may still open it. */
export const putAside = (name: string, value: unknown): Promise<unknown> =>
  writeKey(`aside:${name}:${crypto.randomUUID()}`, value)

/** The key all stored values are encrypted under; made at the first start. Two tabs starting at once agree on one. */
export async function deviceKey(): Promise<CryptoKey> {
  const kept = await readKey<unknown>('device')
  if (kept instanceof CryptoKey) return kept
  if (kept !== undefined) await putAside('device', kept)
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const agreed = await updateKey<unknown>('device', (now) => (now instanceof CryptoKey ? now : made))
  return agreed instanceof CryptoKey ? agreed : made
}

/** Where what the screens showed last is kept, for when there is no network (kept-views.ts). */
export const viewsDatabase = 'glasshouse-views'
/** Forgets all of it: nobody is signed in any more. */
export const forgetViews = (): unknown => indexedDB.deleteDatabase(viewsDatabase)

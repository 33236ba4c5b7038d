import { dayMs } from '#kit/clock.ts'
import { deviceKey, viewsDatabase } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'

/** What a screen showed last, and when it was read. */
export type KeptView = { readonly data: unknown; readonly at: number }
type Row = { readonly owner: string; readonly at: number; readonly sealed: string }

/** As many views as are kept, how large one may be as JSON, and how long it stays. */
export const viewsMax = 80
export const viewLengthMax = 100_000
export const viewLifeMs = 30 * dayMs

const storeName = 'views'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(viewsDatabase, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

/** Whose view it is belongs to its name: what is moved to another wallet's name does not open. */
const nameOf = (owner: string, name: string): string => `${owner} ${name}`

/** Whom to keep it for, and whether it is still them when it has been sealed. */
export type Keeper = { readonly owner: string; isStill(): boolean }

/** Keeps what a screen shows, sealed with the key of this device. What is too large is not kept. */
export async function keepView({ owner, isStill }: Keeper, name: string, view: KeptView): Promise<void> {
  const text = JSON.stringify(view)
  if (text.length > viewLengthMax) return
  const sealed = await sealValue(await deviceKey(), nameOf(owner, name), text)
  const row: Row = { owner, at: view.at, sealed }
  // Who signed out meanwhile leaves nothing behind.
  if (isStill()) await inStore('readwrite', (store) => store.put(row, nameOf(owner, name)))
}

/** What was kept under a name; undefined when nothing was, or it cannot be opened. */
export async function keptView(owner: string, name: string): Promise<KeptView | undefined> {
  const row = await inStore<Row | undefined>('readonly', (store) => store.get(nameOf(owner, name)))
  if (!row) return undefined
  try {
    return JSON.parse(await openValue(await deviceKey(), nameOf(owner, name), row.sealed)) as KeptView
  } catch {
    return undefined
  }
}

/** Which of the kept views go: those of others, those too old, and the oldest where there are too many. */
export function superfluous(
  rows: readonly (readonly [name: string, row: Pick<Row, 'owner' | 'at'>])[],
  owners: readonly string[],
  now: number,
): string[] {
  const isLiving = ({ owner, at }: Pick<Row, 'owner' | 'at'>) => owners.includes(owner) && now - at <= viewLifeMs
  const living = rows.filter(([, row]) => isLiving(row)).toSorted(([, one], [, other]) => other.at - one.at)
  const staying = new Set(living.slice(0, viewsMax).map(([name]) => name))
  return rows.map(([name]) => name).filter((name) => !staying.has(name))
}

/** Forgets what is superfluous. */
export async function pruneViews(owners: readonly string[], now: number): Promise<void> {
  const names = (await inStore('readonly', (store) => store.getAllKeys())) as string[]
  const rows = (await inStore('readonly', (store) => store.getAll())) as Row[]
  if (names.length !== rows.length) return
  const going = superfluous(
    names.flatMap((name, nth) => (rows[nth] ? [[name, rows[nth]] as const] : [])),
    owners,
    now,
  )
  for (const name of going) await inStore('readwrite', (store) => store.delete(name))
}

import { read, run, writeKey } from './device-keys.ts'

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

/** Puts aside what cannot be read, so that nothing else takes its place: a later app, or a person, may still open it. */
export const putAside = (name: string, value: unknown): Promise<unknown> =>
  writeKey(`aside:${name}:${crypto.randomUUID()}`, value)

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

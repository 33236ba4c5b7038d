import { read, run, writeKey } from '../device/device-keys.ts'

/**
 * Changes a value in one transaction, so no other tab can interfere. @param change must be synchronous; undefined removes, the same object
 * writes nothing @returns the new value
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

export const putAside = (name: string, value: unknown): Promise<unknown> =>
  writeKey(`aside:${name}:${crypto.randomUUID()}`, value)

export async function readKeys(prefix: string): Promise<ReadonlyMap<string, unknown>> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`)
  const found = await run<{ keys?: string[]; values?: unknown[] }>('readonly', (store, result) => {
    result.value = {}
    read<string[]>(store.getAllKeys(range), (keys) => Object.assign(result.value ?? {}, { keys }))
    read<unknown[]>(store.getAll(range), (values) => Object.assign(result.value ?? {}, { values }))
  })
  return new Map((found?.keys ?? []).map((key, at) => [key.slice(prefix.length), found?.values?.[at]]))
}

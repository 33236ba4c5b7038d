import { type StorageName, storageKeys } from '#kit/wire/storage-keys.ts'
import { changeText } from '../device/device-store.ts'
import { dropDamaged, openStored, parse } from '../device/device-values.ts'

/** Decrypted data in the wrong format also counts as damaged. */
export async function readKept<T>(name: StorageName, isRight: (value: unknown) => value is T): Promise<T | undefined> {
  const text = localStorage.getItem(storageKeys[name])
  const opened = await openStored(storageKeys[name], text)
  const value = opened === undefined ? undefined : parse(opened, isRight)
  if (opened !== undefined && value === undefined && text !== null) dropDamaged(storageKeys[name], text)
  return value
}

export async function changeKept<T>(
  name: StorageName,
  isRight: (value: unknown) => value is T,
  make: (kept: T | undefined) => T,
): Promise<T> {
  let made: T | undefined
  await changeText(name, (text) => {
    made = make(text === undefined ? undefined : parse(text, isRight))
    return JSON.stringify(made)
  })
  return made as T
}

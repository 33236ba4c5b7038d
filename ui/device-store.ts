import type { Kept } from '#kit/wire/call.ts'
import { type StorageName, storageKeys } from '#kit/wire/storage-keys.ts'
import { keepBoot } from './boot.ts'
import { deviceKey } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'

let key: Promise<CryptoKey> | undefined
const theKey = (): Promise<CryptoKey> => {
  key ??= deviceKey()
  return key
}
let damaged = false
let onDamage: () => void = () => {}

/** Says what to do when stored data cannot be decrypted, also when that was found before; local storage has been cleared by then. */
export const whenDataIsDamaged = (react: () => void): void => {
  onDamage = react
  if (damaged) react()
}

/** What is kept cannot be read: everything is cleared, and the person told. */
function clearDamaged(): void {
  localStorage.clear()
  keepBoot()
  damaged = true
  onDamage()
}

/**
 * Local storage under the spec's keys, each value encrypted with a key of this device that cannot be read out and bound to its own
 * name. What cannot be decrypted is a data error: everything is cleared (spec point 7).
 */
export const deviceStore: Kept = {
  async get(name) {
    const storageKey = storageKeys[name]
    const text = localStorage.getItem(storageKey)
    if (text === null) return undefined
    const theirs = await theKey()
    try {
      return await openValue(theirs, storageKey, text)
    } catch {
      clearDamaged()
      return undefined
    }
  },
  async set(name, value) {
    localStorage.setItem(storageKeys[name], await sealValue(await theKey(), storageKeys[name], value))
  },
  async remove(name) {
    localStorage.removeItem(storageKeys[name])
  },
}

/** Reads what was kept as JSON. What opens but is not of that form is a data error as well. */
export async function readKept<T>(name: StorageName, isRight: (value: unknown) => value is T): Promise<T | undefined> {
  const text = await deviceStore.get(name)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isRight(value)) return value
  } catch {
    // Not even JSON.
  }
  clearDamaged()
  return undefined
}

import type { Kept } from '#kit/wire/call.ts'
import { storageKeys } from '#kit/wire/storage-keys.ts'
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
      localStorage.clear()
      keepBoot()
      damaged = true
      onDamage()
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

import { base64urlnopad } from '@scure/base'
import { randomBytes } from '#kit/random.ts'
import type { Kept } from '#kit/wire/call.ts'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { keepBoot } from './boot.ts'
import { deviceKey } from './device-keys.ts'

const version = 'v1.'
const ivLength = 12
const encoder = new TextEncoder()

let key: Promise<CryptoKey> | undefined
const theKey = (): Promise<CryptoKey> => {
  key ??= deviceKey()
  return key
}
let onDamage: () => void = () => {}

/** Says what to do when stored data cannot be decrypted; local storage has been cleared by then. */
export const whenDataIsDamaged = (react: () => void): void => {
  onDamage = react
}

async function seal(name: string, value: string): Promise<string> {
  const iv = randomBytes(ivLength)
  const additionalData = encoder.encode(name)
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    await theKey(),
    encoder.encode(value),
  )
  const bytes = new Uint8Array(ivLength + sealed.byteLength)
  bytes.set(iv)
  bytes.set(new Uint8Array(sealed), ivLength)
  return version + base64urlnopad.encode(bytes)
}

async function unseal(name: string, text: string): Promise<string> {
  if (!text.startsWith(version)) throw new Error('not a sealed value')
  const bytes = new Uint8Array(base64urlnopad.decode(text.slice(version.length)))
  const iv = bytes.slice(0, ivLength)
  const additionalData = encoder.encode(name)
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData },
    await theKey(),
    bytes.slice(ivLength),
  )
  return new TextDecoder().decode(plain)
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
    try {
      return await unseal(storageKey, text)
    } catch {
      localStorage.clear()
      keepBoot()
      onDamage()
      return undefined
    }
  },
  async set(name, value) {
    localStorage.setItem(storageKeys[name], await seal(storageKeys[name], value))
  },
  async remove(name) {
    localStorage.removeItem(storageKeys[name])
  },
}

import { vi } from 'vitest'
import { importSessionKey } from '#kit/wire/signing/x-auth.ts'
import type { StorageName } from '#kit/wire/storage-keys.ts'
import type { Recording } from './test-record.ts'

export const kept = new Map<StorageName, string>()

export const deviceStore = {
  get: async (name: StorageName) => kept.get(name),
  set: async (name: StorageName, value: string) => void kept.set(name, value),
  remove: async (name: StorageName) => void kept.delete(name),
}
export const readValue = async (name: StorageName) => kept.get(name)
export const forgetOwn = async () => {
  kept.delete('userToken')
  kept.delete('walletToken')
}
export async function readKept<T>(name: StorageName, isRight: (value: unknown) => value is T): Promise<T | undefined> {
  const text = kept.get(name)
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  return isRight(value) ? value : undefined
}

export async function changeKept<T>(
  name: StorageName,
  isRight: (value: unknown) => value is T,
  make: (now: T | undefined) => T,
): Promise<T> {
  const made = make(await readKept(name, isRight))
  kept.set(name, JSON.stringify(made))
  return made
}

export async function keysInMemory() {
  const session = { sessionId: 's1', key: await importSessionKey(new Uint8Array(32).fill(7)) }
  const device = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const keys = new Map<string, unknown>()
  const readKey = async (name: string) => (name.startsWith('session') ? session : keys.get(name))
  return {
    readKey,
    writeKey: async (name: string, value: unknown) => void keys.set(name, value),
    removeKey: async (name: string) => void keys.delete(name),
    updateKey: async (name: string, change: (now: unknown) => unknown) => {
      const value = change(await readKey(name))
      if (value === undefined) keys.delete(name)
      else keys.set(name, value)
      return value
    },
    readKeys: async (prefix: string) =>
      new Map(
        [...keys].flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
      ),
    countKeys: async (prefix: string) => [...keys.keys()].filter((name) => name.startsWith(prefix)).length,
    deviceKey: async () => device,
    forgetViews: () => undefined,
  }
}

export function setUpLies({ now }: Recording) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: new Date(now),
  })
  return {
    kept,
    session: (walletId: string): void => {
      kept.set('userToken', 'token')
      kept.set('walletId', walletId)
      vi.setSystemTime(new Date(now))
    },
  }
}

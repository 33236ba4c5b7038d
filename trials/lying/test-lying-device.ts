import { vi } from 'vitest'
import type { StorageName } from '#kit/wire/storage-keys.ts'
import type { Recording } from './test-record.ts'

/** What a device keeps, by our name of it. The tests put it in the place of local storage. */
export const kept = new Map<StorageName, string>()

export const deviceStore = {
  get: async (name: StorageName) => kept.get(name),
  set: async (name: StorageName, value: string) => void kept.set(name, value),
  remove: async (name: StorageName) => void kept.delete(name),
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

/** A signed-in device, whose clock is the recording's. */
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

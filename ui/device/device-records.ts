import { wallClock } from '#kit/time/clock.ts'
import { alone } from '../session/device-lock.ts'
import { putAside, readKeys, updateKey } from '../session/update-key.ts'
import { deviceKey, readKey, removeKey, sessionName, writeKey } from './device-keys.ts'
import { noteDamage, openFor, readValue, sealFor } from './device-values.ts'
import { createWalletRecords } from './wallet-records.ts'
import { copyName, rowName } from './wallet-rows.ts'

const isLike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const walletRecords = createWalletRecords({
  rows: {
    all: () => readKeys(rowName('')),
    async swap(walletId, was, next) {
      let swapped = false
      await updateKey<unknown>(rowName(walletId), (now) => {
        swapped = isLike(now, was)
        return swapped ? next : now
      })
      return swapped
    },
  },
  copy: { read: () => localStorage.getItem(copyName), write: (text) => localStorage.setItem(copyName, text) },
  // Called lazily because of an import cycle.
  open: (name, text) => openFor(name, text),
  seal: (name, text) => sealFor(name, text),
  putAside: (name, value) => putAside(name, value),
  alone: (name, work) => alone(name, work),
  now: () => wallClock.now().getTime(),
  ready: () => deviceKey(),
  onDamage: (damage) => noteDamage(damage),
})

async function takeOver(): Promise<void> {
  const before = await readKey<object>('session')
  const walletId = before && (await readValue('walletId'))
  if (!walletId) return
  await writeKey(sessionName(walletId), before)
  await removeKey('session')
}

export async function loadRecords(): ReturnType<typeof walletRecords.load> {
  await takeOver()
  return walletRecords.load()
}

import { wallClock } from '#kit/clock.ts'
import { deviceKey, putAside, readKeys, updateKey } from './device-keys.ts'
import { alone } from './device-lock.ts'
import { noteDamage, openFor, sealFor } from './device-values.ts'
import { createWalletRecords } from './wallet-records.ts'
import { copyName, rowName } from './wallet-rows.ts'

const isLike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The wallets of this device, and what changes them. */
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
  open: openFor,
  seal: sealFor,
  putAside,
  alone,
  now: () => wallClock.now().getTime(),
  ready: deviceKey,
  onDamage: noteDamage,
})

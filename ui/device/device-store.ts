import type { Kept } from '#kit/wire/call.ts'
import { type StorageName, storageKeys } from '#kit/wire/storage-keys.ts'
import { alone } from '../session/device-lock.ts'
import { tabWallet } from '../session/tab-wallet.ts'
import { byWallet, isOfWallets, ofWallets, openStored, readValue, sealFor } from './device-values.ts'

/**
 * Atomically changes a value across tabs. Without locks, retries on the latest value after a conflicting write. @param make returns
 * undefined to remove; unchanged text writes nothing
 */
export function changeText(
  name: StorageName,
  make: (kept: string | undefined) => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> {
  const storageKey = storageKeys[name]
  return alone(storageKey, async () => {
    for (;;) {
      const text = localStorage.getItem(storageKey)
      const kept = await openStored(storageKey, text)
      const was = kept === undefined ? localStorage.getItem(storageKey) : text
      if (was !== text && was !== null) continue
      const next = await make(kept)
      if (next === kept) return next
      const sealed = next === undefined ? null : await sealFor(storageKey, next)
      if (localStorage.getItem(storageKey) !== was) continue
      if (sealed === null) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, sealed)
      return next
    }
  })
}

async function changeOwn(name: StorageName, owner: string, value: string | undefined): Promise<void> {
  await changeText(name, async (kept) => {
    const { [owner]: _, ...others } = await byWallet(kept)
    const next = value === undefined ? others : { ...others, [owner]: value }
    return Object.keys(next).length > 0 ? JSON.stringify(next) : undefined
  })
}

/**
 * Local storage under the spec's keys. Each value is encrypted with a non-extractable device key and bound to its name. Wallet data is
 * stored per wallet.
 */
export const deviceStore = {
  get: readValue,
  async set(name: StorageName, value: string, owner = tabWallet()): Promise<void> {
    if (isOfWallets(name)) await changeOwn(name, owner, value)
    else localStorage.setItem(storageKeys[name], await sealFor(storageKeys[name], value))
  },
  async remove(name: StorageName, owner = tabWallet()): Promise<void> {
    if (isOfWallets(name)) await changeOwn(name, owner, undefined)
    else localStorage.removeItem(storageKeys[name])
  },
} satisfies Kept

/** Deletes a wallet's data except its record and recovery phrase (device-wallets.ts). */
export async function forgetOwn(owner: string): Promise<void> {
  for (const name of ofWallets) await changeOwn(name, owner, undefined)
  await changeText('walletId', (kept) => (kept === owner ? undefined : kept))
}
export function forgetTokens(): void {
  for (const name of ['userToken', 'walletToken'] as const) localStorage.removeItem(storageKeys[name])
}

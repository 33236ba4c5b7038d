import type { Kept } from '#kit/wire/call.ts'
import { type StorageName, storageKeys } from '#kit/wire/storage-keys.ts'
import { alone } from './device-lock.ts'
import { byWallet, isOfWallets, ofWallets, openStored, readValue, sealFor } from './device-values.ts'
import { tabWallet } from './tab-wallet.ts'

/**
 * Changes what is kept under a name: reads it, changes it and writes it, alone among all tabs. Without locks another tab may write
 * meanwhile; then it is changed again, from what that tab wrote. @param change undefined removes, the same text writes nothing
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
      // What was damaged is gone by now.
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
 * Local storage under the spec's keys, each value encrypted with a key of this device that cannot be read out and bound to its own
 * name. What belongs to a wallet is kept for each wallet apart; without an `owner` it is the one of this tab.
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

/** Forgets everything that belongs to a wallet; its record and its words stay (device-wallets.ts). */
export async function forgetOwn(owner: string): Promise<void> {
  for (const name of ofWallets) await changeOwn(name, owner, undefined)
  await changeText('walletId', (kept) => (kept === owner ? undefined : kept))
}
/** Takes the tokens of all wallets out of this device. */
export function forgetTokens(): void {
  for (const name of ['userToken', 'walletToken'] as const) localStorage.removeItem(storageKeys[name])
}

import { removeKey } from './device-keys.ts'
import { walletRecords as records } from './device-records.ts'
import { dropSession } from './end-session.ts'
import { loadWallets } from './session.ts'
import type { DeviceWallet } from './wallet-rows.ts'

/** Adds a wallet to this device or changes what is known of it, and puts it first. @param make undefined leaves it as it is */
export async function keepWallet(
  walletId: string,
  make: (known: DeviceWallet | undefined) => DeviceWallet | undefined,
): Promise<void> {
  await records.change(walletId, make, true)
  await loadWallets()
}

/** Changes some facts of a wallet this device knows. The others stay as they are by now, also those another tab has changed. */
export async function changeWallet(walletId: string, facts: Partial<DeviceWallet>): Promise<void> {
  await records.change(walletId, (known) => known && { ...known, ...facts })
  await loadWallets()
}

/** Forgets a wallet on this device. Its words are gone from here: ask first, and refuse before it is backed up. */
export async function forgetWallet(walletId: string): Promise<void> {
  await records.forget(walletId)
  await removeKey(`seal:${walletId}`)
  await dropSession(walletId)
  await loadWallets()
}

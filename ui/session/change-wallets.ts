import { removeKey } from '../device/device-keys.ts'
import { walletRecords as records } from '../device/device-records.ts'
import type { DeviceWallet } from '../device/wallet-rows.ts'
import { dropSession } from './end-session.ts'
import { loadWallets } from './session.ts'

/** Adds or updates a wallet on this device and moves it to the top. @param make returns undefined to change nothing */
export async function keepWallet(
  walletId: string,
  make: (known: DeviceWallet | undefined) => DeviceWallet | undefined,
): Promise<void> {
  await records.change(walletId, make, true)
  await loadWallets()
}

export async function changeWallet(walletId: string, facts: Partial<DeviceWallet>): Promise<void> {
  await records.change(walletId, (known) => known && { ...known, ...facts })
  await loadWallets()
}

/** Deletes a wallet and its recovery phrase from this device. Callers must ask the user first and refuse without a backup. */
export async function forgetWallet(walletId: string): Promise<void> {
  await records.forget(walletId)
  await removeKey(`seal:${walletId}`)
  await dropSession(walletId)
  await loadWallets()
}

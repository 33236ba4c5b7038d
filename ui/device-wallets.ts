import { storageKeys } from '#kit/wire/storage-keys.ts'
import { deviceKey, readKeys } from './device-keys.ts'
import type { DeviceWallet } from './wallet-rows.ts'

/** All wallets of this device, the last used first. A device that has never had one needs no code for them. */
export async function loadDeviceWallets(): Promise<readonly DeviceWallet[]> {
  await deviceKey()
  if (localStorage.getItem(storageKeys.wallets) === null && (await readKeys('wallet:')).size === 0) return []
  return (await import('./device-records.ts')).walletRecords.load()
}

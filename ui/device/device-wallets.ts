import { storageKeys } from '#kit/wire/storage-keys.ts'
import { countKeys, deviceKey } from './device-keys.ts'
import type { DeviceWallet } from './wallet-rows.ts'

export async function loadDeviceWallets(): Promise<readonly DeviceWallet[]> {
  await deviceKey()
  if (localStorage.getItem(storageKeys.wallets) === null && !(await countKeys('wallet:'))) return []
  return (await import('./device-records.ts')).loadRecords()
}

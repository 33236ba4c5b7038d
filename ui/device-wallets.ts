import { deviceKey } from './device-keys.ts'
import { walletRows } from './device-rows.ts'
import { type DeviceWallet, readWallets } from './wallet-rows.ts'

/** All wallets of this device, the last used first. What has to be settled first, as at the first start of this app, takes more code. */
export async function loadDeviceWallets(): Promise<readonly DeviceWallet[]> {
  await deviceKey()
  return (await readWallets(walletRows)) ?? (await import('./device-records.ts')).walletRecords.load()
}

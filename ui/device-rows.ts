import { readKeys } from './device-keys.ts'
import { openFor } from './device-store.ts'
import { copyName, rowName } from './wallet-rows.ts'

/** Where the wallets of this device lie: rows of its database, and the list under the spec's key as their copy. */
export const walletRows = {
  rows: { all: () => readKeys(rowName('')) },
  copy: { read: () => localStorage.getItem(copyName) },
  open: openFor,
}

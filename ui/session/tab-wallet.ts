import { storageKeys } from '#kit/wire/storage-keys.ts'
import { deviceKey } from '../device/device-keys.ts'
import { openValue, sealValue } from '../device/sealing.ts'

const storageKey = storageKeys.walletId

let chosen = ''

export const tabWallet = (): string => chosen

/** The choice survives a reload. */
export async function chooseForTab(walletId: string): Promise<void> {
  chosen = walletId
  try {
    sessionStorage.setItem(storageKey, await sealValue(await deviceKey(), storageKey, walletId))
  } catch {
    // Without tab storage, a reload opens the last used wallet.
  }
}

/** @returns undefined in a new tab, '' if unreadable; with '', the tab selects no wallet */
export async function keptForTab(): Promise<string | undefined> {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return undefined
  return openValue(await deviceKey(), storageKey, text).catch(() => '')
}

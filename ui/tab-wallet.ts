import { storageKeys } from '#kit/wire/storage-keys.ts'
import { deviceKey } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'

const storageKey = storageKeys.walletId

/** The wallet this tab is about. Another tab may be about another one, and neither becomes the other's by itself. */
let chosen = ''

export const tabWallet = (): string => chosen

/** Chooses the wallet of this tab, also for after a reload. */
export async function chooseForTab(walletId: string): Promise<void> {
  chosen = walletId
  try {
    sessionStorage.setItem(storageKey, await sealValue(await deviceKey(), storageKey, walletId))
  } catch {
    // This browser keeps nothing for a tab: after a reload it is about the wallet that was used last.
  }
}

/**
 * The wallet this tab was about before a reload; undefined in a new tab.
 * @returns an empty text where it cannot be read: then the tab is about no wallet, rather than about another one
 */
export async function keptForTab(): Promise<string | undefined> {
  const text = sessionStorage.getItem(storageKey)
  if (text === null) return undefined
  return openValue(await deviceKey(), storageKey, text).catch(() => '')
}

import { storageKeys } from '#kit/wire/storage-keys.ts'
import { deviceKey } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'

const storageKey = storageKeys.walletId

/** The wallet this tab is about. Another tab may be about another one, and neither becomes the other's by itself. */
let chosen = ''
let leave: () => Promise<unknown> = async () => {}

export const tabWallet = (): string => chosen

/** Shows other tabs that a wallet is open in this one, for as long as it is. */
function occupy(walletId: string): void {
  const { locks } = navigator
  if (!locks || !walletId) return
  let release = () => {}
  const until = new Promise<void>((done) => {
    release = done
  })
  // Refused when the page is going away: then nobody needs to know.
  const held = locks.request(`wallet ${walletId}`, { mode: 'shared' }, () => until).catch(() => {})
  leave = () => {
    release()
    return held
  }
}

/** Chooses the wallet of this tab, also for after a reload. */
export async function chooseForTab(walletId: string): Promise<void> {
  if (walletId !== chosen) {
    chosen = walletId
    await leave()
    occupy(walletId)
  }
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

/** Runs `work` unless a wallet is open in some tab. Where that cannot be known, it does not run. */
export async function unlessOpen(walletId: string, work: () => Promise<unknown>): Promise<void> {
  await navigator.locks?.request(`wallet ${walletId}`, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

import { storageKeys } from '#kit/wire/storage-keys.ts'
import { currentBoot, takeUpBoot } from './boot.ts'
import { readKey, sessionName } from './device-keys.ts'
import { currentSession, type KeptSession, loadSession, loadWallets, noSession } from './session.ts'
import { tabWallet } from './tab-wallet.ts'
import { changeLanguage } from './texts.ts'
import { occupy } from './wallet-presence.ts'

/** Follows what other tabs do: settings and wallets they change, and the session of this tab's wallet, when they end it or begin another one. */
export function followTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.boot) takeUp()
    if (key === storageKeys.wallets) void loadWallets()
    if (key === storageKeys.userToken) void followSession()
  })
  void occupy(tabWallet())
  // What happened before this was fetched.
  takeUp()
  void followSession()
  void loadWallets()
}

function takeUp(): void {
  const language = takeUpBoot()
  if (language !== currentBoot().language) void changeLanguage(language).catch(() => {})
}

async function followSession(): Promise<void> {
  const session = currentSession()
  const kept = await readKey<KeptSession>(sessionName(tabWallet()))
  // Whose token alone is gone is locked (lock.ts).
  if (session && !kept) noSession()
  if (session && kept && kept.sessionId !== session.sessionId) await loadSession()
}

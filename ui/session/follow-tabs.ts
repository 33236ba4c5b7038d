import { storageKeys } from '#kit/wire/storage-keys.ts'
import { readKey, sessionName } from '../device/device-keys.ts'
import { occupy } from '../device/wallet-presence.ts'
import { currentBoot, takeUpBoot } from '../shell/boot.ts'
import { changeLanguage } from '../text/texts.ts'
import { currentSession, type KeptSession, loadSession, loadWallets, noSession } from './session.ts'
import { tabWallet } from './tab-wallet.ts'

/** Syncs settings, wallets and this tab's session with other tabs. */
export function followTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === storageKeys.boot) takeUp()
    if (key === storageKeys.wallets) void loadWallets()
    if (key === storageKeys.userToken) void followSession()
  })
  void occupy(tabWallet())
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
  // If only the token is missing, the tab is locked (lock.ts), not signed out.
  if (session && !kept) noSession()
  if (session && kept && kept.sessionId !== session.sessionId) await loadSession()
}

import { forgetViews, removeKey, sessionName } from '../device/device-keys.ts'
import { forgetOwn } from '../device/device-store.ts'
import { currentSession, type KeptSession, loadSession, noSession } from './session.ts'
import { tabWallet } from './tab-wallet.ts'
import { updateKey } from './update-key.ts'

export async function dropSession(walletId: string): Promise<void> {
  await removeKey(sessionName(walletId))
  await removeKey(`lock:${walletId}`)
  await forgetOwn(walletId)
}

/** Ends this tab's session on the device. Keeps the wallet record and the encrypted phrase. */
export async function endSession(): Promise<void> {
  const walletId = tabWallet()
  const ended = currentSession()?.sessionId
  if (walletId) {
    // Another tab may have started a newer session.
    const kept = await updateKey<KeptSession>(sessionName(walletId), (now) =>
      ended === undefined || now?.sessionId === ended ? undefined : now,
    )
    if (kept) return loadSession()
    await forgetOwn(walletId)
  }
  noSession()
  forgetViews()
}

import type { FailureKey } from '#kit/failure.ts'
import { randomText } from '#kit/text/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import type { SessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { sessionName, writeKey } from '../device/device-keys.ts'
import { deviceStore } from '../device/device-store.ts'
import { occupy, unlessOpen } from '../device/wallet-presence.ts'
import { dropSession } from './end-session.ts'
import { type KeptSession, loadSession } from './session.ts'
import { chooseForTab, tabWallet } from './tab-wallet.ts'
import { updateKey } from './update-key.ts'

export type SignedIn = {
  readonly walletId: string
  readonly token: string
  readonly sessionId: string
  readonly dh: string
}
/**
 * Derives the session key from both sides' keys and stores it as non-extractable. @throws CallFailure session.token_not_kept if storage
 * fails
 */
export async function startSession(answer: SignedIn, pair: SessionKeyPair): Promise<void> {
  const { walletId, sessionId, token: userToken } = answer
  const { deriveSessionSecret, importSessionKey } = await import('#kit/wire/signing/x-auth.ts')
  const key = await importSessionKey(await deriveSessionSecret(pair.privateKey, answer.dh, sessionId))
  try {
    await writeKey(sessionName(walletId), { sessionId, key } satisfies KeptSession)
    await deviceStore.remove('walletToken', walletId)
    await deviceStore.set('userToken', userToken, walletId)
    await deviceStore.set('walletId', walletId)
  } catch {
    // Without a stored token, the next step would require sign-in.
    throw new CallFailure(answers.refused, 'session.token_not_kept' satisfies FailureKey)
  }
  const before = tabWallet()
  await chooseForTab(walletId)
  await occupy(walletId)
  await loadSession()
  // Ends the previous wallet's session unless another tab uses it.
  if (before && before !== walletId) await unlessOpen(before, () => dropSession(before))
}

/** Random name that this device generates to recognize its sign-ins. */
export async function deviceId(): Promise<string> {
  const made = `d_${randomText(16)}`
  return (await updateKey<unknown>('deviceId', (kept) => (typeof kept === 'string' ? kept : made))) as string
}

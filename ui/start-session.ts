import type { FailureKey } from '#kit/failure.ts'
import { randomText } from '#kit/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/envelope.ts'
import type { SessionKeyPair } from '#kit/wire/x-auth.ts'
import { sessionName, writeKey } from './device-keys.ts'
import { deviceStore } from './device-store.ts'
import { dropSession } from './end-session.ts'
import { type KeptSession, loadSession } from './session.ts'
import { chooseForTab, tabWallet } from './tab-wallet.ts'
import { updateKey } from './update-key.ts'
import { occupy, unlessOpen } from './wallet-presence.ts'

/** What every way in answers (features/onboarding). */
export type SignedIn = {
  readonly walletId: string
  readonly token: string
  readonly sessionId: string
  readonly dh: string
}
/**
 * Begins the session a sign-in answered: derives its key from both halves and keeps it where it cannot be read out.
 * @throws CallFailure session.token_not_kept when this device keeps nothing
 */
export async function startSession(answer: SignedIn, pair: SessionKeyPair): Promise<void> {
  const { walletId, sessionId, token: userToken } = answer
  const { deriveSessionSecret, importSessionKey } = await import('#kit/wire/x-auth.ts')
  const key = await importSessionKey(await deriveSessionSecret(pair.privateKey, answer.dh, sessionId))
  try {
    await writeKey(sessionName(walletId), { sessionId, key } satisfies KeptSession)
    await deviceStore.remove('walletToken', walletId)
    await deviceStore.set('userToken', userToken, walletId)
    await deviceStore.set('walletId', walletId)
  } catch {
    // The device is full, or keeps nothing: without its token nobody would be signed in at the next step.
    throw new CallFailure(answers.refused, 'session.token_not_kept' satisfies FailureKey)
  }
  const before = tabWallet()
  await chooseForTab(walletId)
  await occupy(walletId)
  await loadSession()
  // This tab leaves the wallet it was about: its session ends here, unless another tab is about it.
  if (before && before !== walletId) await unlessOpen(before, () => dropSession(before))
}

/** A random name this device gave itself, so that its sign-ins are recognised. */
export async function deviceId(): Promise<string> {
  const made = `d_${randomText(16)}`
  return (await updateKey<unknown>('deviceId', (kept) => (typeof kept === 'string' ? kept : made))) as string
}

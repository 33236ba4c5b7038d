import { deviceStore } from './device-store.ts'
import { say } from './texts.ts'
import { toast } from './toasts.ts'

/** WebAuthn needs browser support and a domain name instead of an IP address. */
export const canHavePasskey = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[/, ':'))

export async function offerPasskey(): Promise<void> {
  if (!canHavePasskey() || (await deviceStore.get('passkeyOffered'))) return
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
  await deviceStore.set('passkeyOffered', '1')
  toast(say('passkey.offer'), 'plain', {
    to: '/pages/my/security',
    query: { view: 'passkeys' },
    label: say('passkey.offer_do'),
  })
}

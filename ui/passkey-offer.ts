import { deviceStore } from './device-store.ts'
import { say } from './texts.ts'
import { toast } from './toasts.ts'

/** A passkey is made for a name: at a bare address there are none, and in a browser without them neither. */
export const canHavePasskey = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[/, ':'))

/** After an act was confirmed by password, says once on a device that face or finger can do it. */
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

import { deviceStore } from '../device/device-store.ts'
import { canInstall } from '../shell/install.ts'
import { nextOffer, type Offer } from '../shell/next-offer.ts'
import { type ToastLink, toast } from '../show/toasts.ts'
import { say } from '../text/texts.ts'

/** WebAuthn needs browser support and a domain name instead of an IP address. */
export const canHavePasskey = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname.replace(/^\[/, ':'))

const keyOf = { passkey: 'passkeyOffered', push: 'pushOffered', install: 'installOffered' } as const

const canPush = (): boolean => 'PushManager' in globalThis && globalThis.Notification?.permission === 'default'
const canUsePasskey = async (): Promise<boolean> =>
  canHavePasskey() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

function show(offer: Offer): void {
  const link = (to: ToastLink['to'], query = {}): ToastLink => ({ to, query, label: say('passkey.offer_do') })
  if (offer === 'passkey') toast(say('passkey.offer'), 'plain', link('/pages/my/security', { view: 'passkeys' }))
  if (offer === 'push') toast(say('title.push'), 'plain', link('/pages/my/push'))
  if (offer === 'install') toast(say('install.offer'), 'plain', link('/pages/my/settings'))
}

export async function offerNext(hasPasskey: boolean): Promise<void> {
  const can = { passkey: () => !hasPasskey && canUsePasskey(), push: canPush, install: canInstall }
  const offer = await nextOffer({
    can: (each) => can[each](),
    wasMade: async (each) => Boolean(await deviceStore.get(keyOf[each])),
  })
  if (!offer) return
  await deviceStore.set(keyOf[offer], '1')
  show(offer)
}

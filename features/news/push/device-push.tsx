import type { CallInputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call.ts'
import { deviceStore } from '#ui/device-store.ts'
import { currentSession } from '#ui/session.ts'
import { currentLanguage } from '#ui/texts.ts'
import { choosePush, loadPush } from './push.contract.ts'

/** Why this device cannot be told; undefined where it can. */
export type Hindrance = 'unsupported' | 'refused'

export function hindrance(): Hindrance | undefined {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isAble) return 'unsupported'
  return Notification.permission === 'denied' ? 'refused' : undefined
}

/** The worker that keeps the app on this device. @throws where there is none */
async function worker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.getRegistration('/')
  if (!own) throw new Error('this device has no worker')
  return own
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const textOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

type Chosen = Pick<CallInputOf<typeof choosePush>, 'kinds' | 'window' | 'zone'>

/** What the server is told of this device. */
function inputOf(subscription: PushSubscription, { kinds, window, zone }: Chosen): CallInputOf<typeof choosePush> {
  const [pub, secret] = (['p256dh', 'auth'] as const).map((name) => textOf(subscription.getKey(name)))
  const language = currentLanguage().wire
  return { address: subscription.endpoint, pub: pub ?? '', secret: secret ?? '', kinds, window, zone, language }
}

/** The zone of this device: quiet hours run by its clock. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Lets the browser ask its owner, and its service for an address.
 * @param key the server's: a subscription made for another one is made anew
 * @returns what to tell the server; why not, where somebody refused. @throws where the browser's service does not answer
 */
export async function subscribe(key: string, chosen: Chosen): Promise<CallInputOf<typeof choosePush> | Hindrance> {
  if ((await Notification.requestPermission()) !== 'granted') return hindrance() ?? 'refused'
  const { pushManager } = await worker()
  const before = await pushManager.getSubscription()
  if (before && textOf(before.options.applicationServerKey) !== key) await before.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
  return inputOf(made, chosen)
}

/** Notes whose wallet this device is told of. Another one that signs in here is not, until it says so itself. */
export const notePushed = (walletId: string): Promise<void> => deviceStore.set('pushFor', walletId)

/** Gives the browser's address up. */
export async function unsubscribe(): Promise<void> {
  await deviceStore.remove('pushFor')
  await (await (await worker()).pushManager.getSubscription())?.unsubscribe()
}

/** After a sign-in on a device that was told before, it is told again: with its address of now, in its language of now. */
export async function keepPushed(): Promise<void> {
  const session = currentSession()
  if (!session || hindrance() || Notification.permission !== 'granted') return
  if ((await deviceStore.get('pushFor')) !== session.walletId) return
  const subscription = await (await worker()).pushManager.getSubscription()
  if (!subscription) return
  const { kinds, window } = await call(loadPush, {}, { quiet: true })
  await call(choosePush, inputOf(subscription, { kinds, window, zone: ownZone() }), { quiet: true })
}

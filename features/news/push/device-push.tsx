import { fromBase64url, toBase64url } from '#kit/text/base64url.ts'
import type { CallInputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { deviceStore } from '#ui/device/device-store.ts'
import { currentSession } from '#ui/session/session.ts'
import { currentLanguage } from '#ui/text/texts.ts'
import { choosePush, loadPush } from './push.contract.ts'

export type Hindrance = 'unsupported' | 'refused'

export function hindrance(): Hindrance | undefined {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isAble) return 'unsupported'
  return Notification.permission === 'denied' ? 'refused' : undefined
}

/** @throws if no service worker is registered */
async function worker(): Promise<ServiceWorkerRegistration> {
  const own = await navigator.serviceWorker.getRegistration('/')
  if (!own) throw new Error('this device has no worker')
  return own
}

const textOf = (bytes: ArrayBuffer | null): string => toBase64url(new Uint8Array(bytes ?? new ArrayBuffer(0)))

type Chosen = Pick<CallInputOf<typeof choosePush>, 'kinds' | 'window' | 'zone'>

function inputOf(subscription: PushSubscription, { kinds, window, zone }: Chosen): CallInputOf<typeof choosePush> {
  const [pub, secret] = (['p256dh', 'auth'] as const).map((name) => textOf(subscription.getKey(name)))
  const language = currentLanguage().wire
  return { address: subscription.endpoint, pub: pub ?? '', secret: secret ?? '', kinds, window, zone, language }
}

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * @param key the server's public key; a subscription for another key is replaced @returns the input for the server, or the reason for a
 * refusal @throws if the browser's push service does not answer
 */
export async function subscribe(key: string, chosen: Chosen): Promise<CallInputOf<typeof choosePush> | Hindrance> {
  if ((await Notification.requestPermission()) !== 'granted') return hindrance() ?? 'refused'
  const { pushManager } = await worker()
  const before = await pushManager.getSubscription()
  if (before && textOf(before.options.applicationServerKey) !== key) await before.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64url(key) })
  return inputOf(made, chosen)
}

/** Push here is only for this wallet. Another wallet must turn it on after signing in. */
export const notePushed = (walletId: string): Promise<void> => deviceStore.set('pushFor', walletId)

export async function unsubscribe(): Promise<void> {
  await deviceStore.remove('pushFor')
  await (await (await worker()).pushManager.getSubscription())?.unsubscribe()
}

/** After a sign-in, sends the current push address and language again. */
export async function keepPushed(): Promise<void> {
  const session = currentSession()
  if (!session || hindrance() || Notification.permission !== 'granted') return
  if ((await deviceStore.get('pushFor')) !== session.walletId) return
  const subscription = await (await worker()).pushManager.getSubscription()
  if (!subscription) return
  const { kinds, window } = await call(loadPush, {}, { quiet: true })
  await call(choosePush, inputOf(subscription, { kinds, window, zone: ownZone() }), { quiet: true })
}

import { readPushAddress } from './push-address.ts'
import type { PushKey } from './push-key.ts'

export type PushDevice = { readonly address: string; readonly pub: string; readonly secret: string }
export type PushMessage = {
  /** Encrypted end to end. */
  readonly text: string
  /** A later message on the topic replaces one still queued. At most 32 base64url characters. */
  readonly topic: string
  readonly urgent: boolean
}

export type Pusher = {
  /** @returns 'gone' if the subscription ended. @throws if the service rejected the message */
  send(device: PushDevice, message: PushMessage): Promise<'taken' | 'gone'>
}

export type PusherOptions = {
  readonly key: PushKey
  readonly contact: string
  /** Allowed in addition to browser push services. */
  readonly hosts: readonly string[]
}

/** Storage time for an offline device, and our timeout. */
const keptSeconds = 86_400
const patienceMs = 10_000
const goneCodes: readonly number[] = [404, 410]

/** RFC 8030, encrypted with RFC 8291. */
export const webPusher = ({ key, contact, hosts }: PusherOptions): Pusher => ({
  async send({ address, pub, secret }, { text, topic, urgent }) {
    const url = readPushAddress(address, hosts)
    if (!url) return 'gone'
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint: url.href, keys: { p256dh: pub, auth: secret } },
      text,
      {
        vapidDetails: { subject: contact, ...key },
        TTL: keptSeconds,
        urgency: urgent ? 'high' : 'normal',
        topic,
        contentEncoding: 'aes128gcm',
      },
    )
    const { 'Content-Length': _, ...said } = headers
    const answer = await fetch(url, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      // A redirect could lead anywhere.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if (goneCodes.includes(answer.status)) return 'gone'
    if (!answer.ok) throw new Error(`a push service answered ${answer.status}`)
    return 'taken'
  },
})

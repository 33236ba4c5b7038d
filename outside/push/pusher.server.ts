import { readPushAddress } from './push-address.ts'
import type { PushKey } from './push-key.ts'

/** Where a device takes messages, and the keys it reads them with, as its browser said. */
export type PushDevice = { readonly address: string; readonly pub: string; readonly secret: string }
export type PushMessage = {
  /** What the device is told. Nobody between here and there can read it. */
  readonly text: string
  /** A later message of the same topic takes the place of one that still waits at the service: 32 signs of base64url at most. */
  readonly topic: string
  readonly urgent: boolean
}

/** Where messages to devices leave the house. */
export type Pusher = {
  /** @returns 'gone': the device takes no more messages. @throws when the service did not take it */
  send(device: PushDevice, message: PushMessage): Promise<'taken' | 'gone'>
}

export type PusherOptions = {
  readonly key: PushKey
  /** Who a push service writes to when something is wrong: a page or a mailbox. */
  readonly contact: string
  /** Hosts the operator named beside the services of browsers. */
  readonly hosts: readonly string[]
}

/** How long a service keeps a message for a device that is off, and how long it may take to answer. */
const keptSeconds = 86_400
const patienceMs = 10_000
/** What a service answers for a device that is no more. */
const goneCodes: readonly number[] = [404, 410]

/** Sends by the services of browsers (RFC 8030), sealed for the device (RFC 8291). */
export const webPusher = ({ key, contact, hosts }: PusherOptions): Pusher => ({
  async send({ address, pub, secret }, { text, topic, urgent }) {
    const url = readPushAddress(address, hosts)
    if (!url) return 'gone'
    // Fetched with the first message: a house where nobody asked for any starts without it.
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
      // A service that answered with another address could lead anywhere.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if (goneCodes.includes(answer.status)) return 'gone'
    if (!answer.ok) throw new Error(`a push service answered ${answer.status}`)
    return 'taken'
  },
})

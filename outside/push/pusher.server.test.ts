import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDeviceKey, pushKeyOf } from './push-key.ts'
import { type Pusher, webPusher } from './pusher.server.ts'
import { type TestPushService, testPushService } from './test-push-service.ts'

const key = pushKeyOf(new Uint8Array(32).fill(7))
const contact = 'https://app.example'
const message = { text: '{"title":"یہ والیٹ"}', topic: 'a-topic', urgent: true }
let service: TestPushService
let pusher: Pusher
beforeAll(async () => {
  service = await testPushService()
  pusher = webPusher({ key, contact, hosts: [service.host] })
})
afterAll(() => service.close())

it('makes the same key of the same secret, on the curve', () => {
  expect(pushKeyOf(new Uint8Array(32).fill(7))).toEqual(key)
  expect(pushKeyOf(new Uint8Array(32).fill(8))).not.toEqual(key)
  expect(isDeviceKey(key.publicKey)).toBe(true)
  expect(isDeviceKey(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'))).toBe(false)
  expect(isDeviceKey('BA')).toBe(false)
})

it('sends what only the device reads, signed by the company, with its topic', async () => {
  expect(await pusher.send(service.device, message)).toBe('taken')
  const [pushed] = service.pushed
  expect(pushed).toMatchObject({ text: message.text, topic: 'a-topic', urgency: 'high', senderKey: key.publicKey })
  expect(pushed?.token).toMatchObject({ aud: `http://${service.host}`, sub: contact })
})

it('says when a device is gone, and when a service did not take it', async () => {
  for (const status of [404, 410]) {
    service.answerWith(status)
    expect(await pusher.send(service.device, message)).toBe('gone')
  }
  for (const status of [400, 429, 500, 302]) {
    service.answerWith(status)
    await expect(pusher.send(service.device, message)).rejects.toThrow()
  }
})

it('sends nothing to an address that may no longer be sent to', async () => {
  service.answerWith(201)
  const before = service.pushed.length
  const other = webPusher({ key, contact, hosts: [] })
  expect(await other.send(service.device, message)).toBe('gone')
  expect(service.pushed.length).toBe(before)
})

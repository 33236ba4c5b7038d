import { expect, it } from 'vitest'
import { readPushAddress } from './push-address.ts'

it('sends to the services of browsers', () => {
  for (const address of [
    'https://fcm.googleapis.com/fcm/send/dK3:APA91b-x_y',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABl',
    'https://web.push.apple.com/QGuQ',
    'https://wns2-am3p.notify.windows.com/w/?token=BQYAAAB%2f',
  ])
    expect(readPushAddress(address, [])?.href).toBe(address)
})

it('sends nowhere else, however it is written', () => {
  for (const address of [
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.example/x',
    'https://evil-fcm.googleapis.com/x',
    'https://push.apple.com.example/x',
    'https://fcm.googleapis.com@10.0.0.1/x',
    'https://fcm.googleapis.com:8443/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'ftp://fcm.googleapis.com/x',
    `https://fcm.googleapis.com/${'x'.repeat(2000)}`,
    'x',
  ])
    expect([address, readPushAddress(address, [])]).toEqual([address, undefined])
})

it('sends to a service the operator named, without TLS only on this machine', () => {
  const own = ['127.0.0.1:4010', 'push.example:8443']
  expect(readPushAddress('http://127.0.0.1:4010/a', own)?.host).toBe('127.0.0.1:4010')
  expect(readPushAddress('https://push.example:8443/a', own)?.host).toBe('push.example:8443')
  expect(readPushAddress('http://push.example:8443/a', own)).toBeUndefined()
  expect(readPushAddress('http://127.0.0.1:4011/a', own)).toBeUndefined()
  expect(readPushAddress('http://user@127.0.0.1:4010/a', own)).toBeUndefined()
})

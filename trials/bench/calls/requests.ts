import { createHash, createHmac } from 'node:crypto'
import { randomText, randomUuid } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { headers, source } from '#kit/wire/signing/headers.ts'
import { signedText, signSecret } from '#kit/wire/signing/sign.ts'
import type { Person } from './people.ts'

export const benchAgent = 'bench'

export function readRequest(path: string, requestToken: string, person?: Person, more = ''): string {
  const seconds = Math.floor(wallClock.now().getTime() / 1000)
  return `GET /api${path}?lang=en&source=${source}&timestamp=${seconds}${more} HTTP/1.1\r
host: 127.0.0.1\r
user-agent: ${benchAgent}\r
x-forwarded-for: ${person?.address ?? '198.18.0.1'}\r
${headers.requestToken}: ${requestToken}\r
${person ? `${headers.userToken}: ${person.token}\r\n` : ''}\r
`
}

export function writeRequest(
  path: string,
  requestToken: string,
  person: Person,
  input: Record<string, unknown>,
  host = '127.0.0.1',
): string {
  const now = wallClock.now().getTime()
  const params = { ...input, lang: 'en', source, timestamp: Math.floor(now / 1000) }
  const sign = createHash('md5')
    .update(signedText(params) + signSecret)
    .digest('hex')
    .toUpperCase()
  const body = JSON.stringify({ ...params, sign })
  const nonce = randomText(16)
  const digest = createHash('sha256').update(body).digest('hex')
  const text = `idw-req-v1\nPOST\n/api${path}\n\n${digest}\n${now}\n${nonce}\n${person.sessionId}`
  const signature = createHmac('sha256', person.secret).update(text).digest('base64url')
  return `POST /api${path} HTTP/1.1\r
host: ${host}\r
user-agent: ${benchAgent}\r
x-forwarded-for: ${person.address}\r
content-type: application/json\r
content-length: ${Buffer.byteLength(body)}\r
${headers.idempotencyKey}: ${randomUuid()}\r
${headers.requestToken}: ${requestToken}\r
${headers.userToken}: ${person.token}\r
${headers.walletToken}: ${person.walletToken}\r
${headers.sessionSignature}: v1;ts=${now};n=${nonce};sig=${signature}\r
\r
${body}`
}

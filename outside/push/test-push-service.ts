import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { PushDevice } from './pusher.server.ts'

export type Pushed = {
  readonly text: string
  readonly topic: string
  readonly urgency: string
  readonly token: { readonly aud: string; readonly sub: string; readonly exp: number }
  readonly senderKey: string
}

/** Decrypts (RFC 8291, RFC 8188) without the library that encrypted it. */
function open(body: Buffer, pair: ReturnType<typeof createECDH>, secret: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), secret, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const opener = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  // A byte of 2 and padding follow the text.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}

/** RFC 8292. @throws if the signature does not match its key */
function readToken(header: string): Pick<Pushed, 'token' | 'senderKey'> {
  const [, token = '', senderKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(senderKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the token is not signed by the key beside it')
  return { token: JSON.parse(Buffer.from(claims, 'base64url').toString()), senderKey }
}

/** Starts a local service with one device. */
export async function testPushService(port = 0) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const secret = randomBytes(16)
  const pushed: Pushed[] = []
  const state = { answer: 201, before: undefined as (() => void) | undefined }
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (state.answer === 201)
      pushed.push({
        text: open(Buffer.concat(parts), pair, secret),
        topic: String(request.headers.topic),
        urgency: String(request.headers.urgency),
        ...readToken(String(request.headers.authorization)),
      })
    reply.writeHead(state.answer, state.answer === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const device: PushDevice = {
    address: `http://${host}/device/1`,
    pub: pair.getPublicKey('base64url'),
    secret: secret.toString('base64url'),
  }
  return {
    host,
    device,
    pushed,
    answerWith: (status: number) => {
      state.answer = status
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
export type TestPushService = Awaited<ReturnType<typeof testPushService>>

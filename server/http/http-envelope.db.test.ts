import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../test/test-app.ts'

const head = (line: string, ...more: string[]) => [line, 'Host: glasshouse.test', ...more, '', ''].join('\r\n')
const post = (body: string, ...more: string[]) =>
  `${head('POST /api/req-token HTTP/1.1', `Content-Length: ${body.length}`, ...more)}${body}`
const json = 'Content-Type: application/json'

const strange: Readonly<Record<string, readonly [request: string, key: string]>> = {
  'a word that is no method': [head('FETCH /api/main/config HTTP/1.1'), 'request.malformed'],
  'a line that is no request': ['hello\r\n\r\n', 'request.malformed'],
  'a header without a colon': [head('GET /api/main/config HTTP/1.1', 'nonsense'), 'request.malformed'],
  'a NUL in a header': [head('GET /api/main/config HTTP/1.1', 'X: a\0b'), 'request.malformed'],
  'two lengths': [
    head('POST /api/req-token HTTP/1.1', json, 'Content-Length: 2', 'Content-Length: 3'),
    'request.malformed',
  ],
  'a length that is no number': [head('POST /api/req-token HTTP/1.1', json, 'Content-Length: x'), 'request.malformed'],
  'a length and chunks': [
    head('POST /api/req-token HTTP/1.1', json, 'Content-Length: 2', 'Transfer-Encoding: chunked'),
    'request.malformed',
  ],
  'chunks that are none': [
    `${head('POST /api/req-token HTTP/1.1', json, 'Transfer-Encoding: chunked')}zz\r\n`,
    'request.malformed',
  ],
  'a transfer coding nobody knows': [post('{}', json, 'Transfer-Encoding: gzip'), 'request.malformed'],
  'an HTTP of another age': [head('GET /api/main/config HTTP/9.9'), 'request.malformed'],
  'no host': ['GET /api/main/config HTTP/1.1\r\n\r\n', 'request.malformed'],
  'two hosts': [head('GET /api/main/config HTTP/1.1', 'Host: other.test'), 'request.malformed'],
  'a header as large as a book': [
    head('GET /api/main/config HTTP/1.1', `X: ${'x'.repeat(70_000)}`),
    'request.too_large',
  ],
  'a path as long as a book': [head(`GET /api/${'x'.repeat(70_000)} HTTP/1.1`), 'request.too_large'],
  'an expectation nobody meets': [post('{}', json, 'Expect: a-miracle'), 'request.malformed'],
  'a body without a type': [post('{}'), 'request.malformed'],
  'a body of a type that is none': [post('{}', 'Content-Type: %%'), 'request.malformed'],
  'a body of another type': [post('a=1', 'Content-Type: application/x-www-form-urlencoded'), 'request.malformed'],
  'a body in no charset': [post('{}', 'Content-Type: application/json; charset=nothing'), 'field.required'],
  'a body with a JSON type and nothing in it': [post('', json), 'field.required'],
  'a body as large as a book': [
    head('POST /api/req-token HTTP/1.1', json, 'Content-Length: 300000'),
    'request.too_large',
  ],
  'a path in capitals': [head('GET /API/main/config HTTP/1.1'), 'request.not_found'],
  'a path in mixed case': [head('GET /Api/Main/Config HTTP/1.1'), 'request.not_found'],
  'a call in capitals': [head('GET /api/MAIN/config HTTP/1.1'), 'request.not_found'],
  'a path that ends in a slash': [head('GET /api/main/config/ HTTP/1.1'), 'request.not_found'],
  'a path with two slashes': [head('GET //api//main/config HTTP/1.1'), 'request.not_found'],
  'a whole address': [head('GET http://glasshouse.test/api/nothing HTTP/1.1'), 'request.not_found'],
  'the bare path': [head('GET /api HTTP/1.1'), 'request.not_found'],
  'the bare path with a query': [head('GET /api?x=1 HTTP/1.1'), 'request.not_found'],
  'a percent that ends nowhere': [head('GET /api/%zz HTTP/1.1'), 'request.malformed'],
  'bytes that are no text': [head('GET /api/%c3%28 HTTP/1.1'), 'request.malformed'],
  'a path that climbs': [head('GET /api/../etc/passwd HTTP/1.1'), 'request.not_found'],
  'an encoded slash': [head('GET /api%2Fmain%2Fconfig HTTP/1.1'), 'request.not_found'],
  'another method': [head('PUT /api/main/config HTTP/1.1', 'Content-Length: 0'), 'request.not_found'],
  'a method to remove': [head('DELETE /api/main/config HTTP/1.1'), 'request.not_found'],
  'a method to trace': [head('TRACE /api/main/config HTTP/1.1'), 'request.not_found'],
  'a method of folders': [head('PROPFIND /api/main/config HTTP/1.1'), 'request.not_found'],
  'a method that lists': [head('OPTIONS /api/main/config HTTP/1.1'), 'request.not_found'],
  'the method of a read for a write': [head('GET /api/req-token HTTP/1.1'), 'request.not_found'],
  'another page': [head('GET /api/main/config HTTP/1.1', 'Origin: https://evil.example'), 'request.blocked'],
  'an upgrade': [head('GET /api/nothing HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket'), 'request.not_found'],
}

describe('every answer under /api', () => {
  let world: TestApp
  let port: number
  beforeAll(async () => {
    world = await testApp()
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    port = (world.app.server.address() as AddressInfo).port
  })
  afterAll(() => world.close())

  async function say(bytes: string): Promise<{ top: string; status: number; type: string; body: string }> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    let answer = ''
    const answered = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        answer += chunk
        const [top = '', body] = answer.split('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(top)?.[1] ?? Number.NaN)
        if (body !== undefined && Buffer.byteLength(body) >= length) resolve()
      })
      socket.on('close', () => resolve())
      socket.on('error', () => resolve())
    })
    socket.write(bytes)
    await answered
    socket.destroy()
    const [top = '', ...rest] = answer.split('\r\n\r\n')
    return {
      top,
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(top)?.[1]),
      type: /content-type: ([^;\r]*)/i.exec(top)?.[1] ?? '',
      body: rest.join('\r\n\r\n'),
    }
  }

  for (const [name, [request, key]] of Object.entries(strange))
    it(`is an envelope: ${name}`, async () => {
      const { top, status, type, body } = await say(request)
      expect(top).toMatch(/^x-content-type-options: nosniff$/im)
      expect(top).toMatch(/^content-security-policy: .*frame-ancestors 'none'/im)
      expect(top).toMatch(/^content-type: application\/json; charset=utf-8$/im)
      expect({ status, type }, body).toEqual({ status: 200, type: 'application/json' })
      const envelope = JSON.parse(body)
      expect(envelope.msg).toBe(key)
      expect(envelope).toMatchObject({ code: key === 'request.blocked' ? 403 : 400, data: null })
    })
})

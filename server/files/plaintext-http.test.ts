import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refusePlaintextHttp } from './plaintext-http.ts'

describe('behind a proxy', () => {
  let app: FastifyInstance
  beforeEach(() => {
    app = Fastify()
    refusePlaintextHttp(app)
    app.get('/*', () => 'the app')
    app.get('/api/x', () => ({ code: 200 }))
  })
  afterEach(() => app.close())
  const ask = async (url: string, proto?: string) => {
    const headers = { host: 'app.example', ...(proto ? { 'x-forwarded-proto': proto } : {}) }
    const { statusCode, body, headers: said } = await app.inject({ url, headers })
    return `${statusCode} ${said.location ?? body}`
  }

  it('leads a page that was asked for without TLS to the same one with it', async () => {
    expect(await ask('/pages/my/my?a=1', 'http')).toBe('308 https://app.example/pages/my/my?a=1')
    expect(await ask('//evil.example/x', 'http')).toBe('308 https://app.example//evil.example/x')
  })

  it('refuses calls that came without TLS, and redirects none', async () => {
    for (const proto of ['http', 'HTTP', 'https, http'])
      for (const url of ['/api/x', '/%61pi/x', '/a%70%69/x', '//API/x', 'http://app.example/%61pi/x'])
        expect(await ask(url, proto), url).toContain('request.blocked')
  })

  it('takes no page for a call whose address only has signs of one', async () => {
    for (const url of ['/x%2fapi', '/x?a=%2fapi', '/%2561pi/x']) expect(await ask(url, 'http')).toContain('308 ')
  })

  it('answers what came by TLS, and where the proxy says nothing', async () => {
    for (const proto of ['https', 'http, https', undefined]) {
      expect(await ask('/', proto)).toBe('200 the app')
      expect(await ask('/api/x', proto)).toBe('200 {"code":200}')
    }
  })
})

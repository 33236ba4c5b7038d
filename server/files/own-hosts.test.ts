import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerOwnHosts } from './own-hosts.ts'

describe('a server that answers its own addresses only', () => {
  let app: FastifyInstance
  beforeEach(() => {
    app = Fastify()
    answerOwnHosts(app, ['https://app.example', 'https://other.example:8443'])
    app.get('/', () => 'the app')
    app.get('/api/x', () => ({ code: 200 }))
  })
  afterEach(() => app.close())
  const ask = async (url: string, headers: Record<string, string>) => {
    const { statusCode, body } = await app.inject({ url, headers })
    return `${statusCode} ${body}`
  }

  it('answers each of them, from its own pages and from no page', async () => {
    for (const host of ['app.example', 'APP.example:443', 'other.example:8443'])
      expect(await ask('/', { host }), host).toBe('200 the app')
    expect(await ask('/api/x', { host: 'app.example', origin: 'https://other.example:8443' })).toContain(
      '200 {"code":200',
    )
  })

  it('does not answer a page that relays with its own host, a name turned to our address, or a page elsewhere', async () => {
    const relay = { host: 'login.evil.example', origin: 'https://login.evil.example' }
    expect(await ask('/api/x', relay)).toContain('request.blocked')
    expect(await ask('/%61pi/x', relay)).toContain('request.blocked')
    expect(await ask('/', relay)).toContain('421')
    for (const host of ['other.example', 'app.example:8080', 'app.example.evil.example', '10.0.0.1', 'x@app.example'])
      expect(await ask('/api/x', { host }), host).toContain('request.blocked')
    for (const origin of ['http://app.example', 'null', 'https://evil.example'])
      expect(await ask('/api/x', { host: 'app.example', origin }), origin).toContain('request.blocked')
  })
})

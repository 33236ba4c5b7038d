import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { type TestApp, testApp } from '../test/test-app.ts'
import { testClient } from '../test/test-client.ts'
import { inlineScriptHashes } from './inline-scripts.ts'

const pageSaying = (word: string): string => `<p>${word}</p><script>say('${word}')</script>`

describe('the web app', () => {
  const webDir = mkdtempSync(join(tmpdir(), 'glasshouse-web-'))
  let world: TestApp
  beforeAll(async () => {
    mkdirSync(join(webDir, 'assets'))
    writeFileSync(join(webDir, 'index.html'), pageSaying('here'))
    writeFileSync(join(webDir, 'assets', 'main-abc.js'), 'plain')
    writeFileSync(join(webDir, 'assets', 'main-abc.js.br'), 'squeezed')
    world = await testApp({ config: { webDir, origins: ['https://line.example'] } })
  })
  afterAll(async () => {
    await world.close()
    rmSync(webDir, { recursive: true })
  })

  it('is asked for anew each time, its assets stay and come compressed', async () => {
    const page = await world.app.inject('/')
    expect([page.statusCode, page.headers['cache-control'], page.body]).toEqual([200, 'no-cache', pageSaying('here')])
    const headers = { 'accept-encoding': 'br, gzip' }
    const asset = await world.app.inject({ url: '/assets/main-abc.js', headers })
    expect([asset.headers['content-encoding'], asset.body]).toEqual(['br', 'squeezed'])
    expect(asset.headers['cache-control']).toContain('immutable')
    expect((await world.app.inject('/assets/main-abc.js')).body).toBe('plain')
  })

  it('runs no script but its own, in no frame, and tells nobody where it came from', async () => {
    const { headers } = await world.app.inject('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${inlineScriptHashes(pageSaying('here'))};`)
    expect(policy).toContain(
      "require-trusted-types-for 'script';trusted-types proof-worker app-worker;worker-src 'self'",
    )
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
  })

  it('is a page and the policy that names its scripts, also where files are put in place under a server that runs', async () => {
    const ask = (headers = {}) => world.app.inject({ url: '/', headers })
    const before = await ask()
    const tag = String(before.headers.etag)
    expect((await ask({ 'if-none-match': tag })).statusCode).toBe(304)
    writeFileSync(join(webDir, 'index.html'), pageSaying('newer'))
    writeFileSync(join(webDir, 'index.html.br'), 'of another page')
    for (const headers of [{}, { 'accept-encoding': 'br, gzip' }, { 'accept-encoding': 'gzip' }]) {
      const { rawPayload, headers: said } = await ask({ ...headers, 'if-none-match': tag })
      const [br, gzip] = [brotliDecompressSync, gunzipSync]
      const open = { br, gzip }[String(said['content-encoding'])] ?? ((bytes: Buffer) => bytes)
      expect(open(rawPayload).toString()).toBe(pageSaying('newer'))
      expect(said['content-security-policy']).toContain(`${inlineScriptHashes(pageSaying('newer'))};`)
    }
    rmSync(join(webDir, 'index.html'))
    expect((await ask()).body).toBe(pageSaying('newer'))
    writeFileSync(join(webDir, 'index.html'), pageSaying('here'))
    expect((await world.app.inject('/index.html')).body).toBe(pageSaying('here'))
  })

  it('gives nothing outside its folder', async () => {
    for (const url of ['/nothing', '/../package.json', '/%2e%2e/package.json', '/assets/', '/.env'])
      expect((await world.app.inject(url)).statusCode, url).toBeGreaterThanOrEqual(400)
  })

  it('may be on another line, whose pages are named', async () => {
    const ask = (origin: string) =>
      world.app.inject({
        method: 'OPTIONS',
        url: '/api/wallet/check',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    expect((await ask('https://line.example')).headers['access-control-allow-origin']).toBe('https://line.example')
    expect((await ask('https://evil.example')).headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('behind a proxy', () => {
  it('goes by the address the proxy names, not by what a caller says of itself', async () => {
    const limits = { address: { burst: 2, perSecond: 1 }, session: { burst: 9, perSecond: 1 } }
    const world = await testApp({ config: { behindProxy: true, limits } })
    const client = world.client()
    const from = (addresses: string) => client.send(loadConfig, {}, { headers: { 'x-forwarded-for': addresses } })
    for (const claimed of ['1.1.1.1', '2.2.2.2']) await from(`${claimed}, 9.9.9.9`)
    expect((await from('3.3.3.3, 9.9.9.9')).envelope.msg).toBe('request.too_often')
    expect((await from('1.1.1.1, 8.8.8.8')).envelope.code).toBe(0)
    expect((await from('7.7.7.7')).headers['strict-transport-security']).toContain('max-age')
    await world.close()
  })
})

it('answers a whole client over a socket', async () => {
  const world = await testApp()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const client = testClient(address, { now: () => world.wall.now() })
  const { walletId } = await client.createWallet()
  await client.confirm()
  expect(await client.call(loadWalletInfo, {})).toMatchObject({ walletId })
  await world.close()
})

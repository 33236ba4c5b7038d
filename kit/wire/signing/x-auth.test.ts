import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import {
  deriveSessionSecret,
  importSessionKey,
  isXAuthRight,
  newSessionKeyPair,
  readXAuth,
  xAuthHeader,
  xAuthText,
} from './x-auth.ts'

const request = {
  method: 'POST',
  path: '/api/wallet/check',
  query: 'b=2&a=1',
  body: '{}',
  timeMs: 1764000000000,
  nonce: 'AAAAAAAAAAAAAAAAAAAAAA',
  sessionId: 's_01',
}

async function sharedKeys() {
  const [browser, server] = await Promise.all([newSessionKeyPair(), newSessionKeyPair()])
  const a = await deriveSessionSecret(browser.privateKey, server.publicText, request.sessionId)
  const b = await deriveSessionSecret(server.privateKey, browser.publicText, request.sessionId)
  return { a, b }
}

describe("the session's signature", () => {
  it('covers method, path, sorted query, body, time, nonce and session, in this form', () => {
    expect(xAuthText(request, bytesToHex(sha256(utf8ToBytes(request.body))))).toBe(
      'idw-req-v1\nPOST\n/api/wallet/check\na=1&b=2\n44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\n1764000000000\nAAAAAAAAAAAAAAAAAAAAAA\ns_01',
    )
  })

  it('gives the fixed header for a fixed key', async () => {
    const key = await importSessionKey(new Uint8Array(32).fill(7))
    expect(await xAuthHeader(key, request)).toBe(
      'v1;ts=1764000000000;n=AAAAAAAAAAAAAAAAAAAAAA;sig=6HJuzQyqUSXHpcW0Lw7W92TrywVMatRdBUFOma88JdY',
    )
  })

  it('is made from a secret both sides derive alike, another for each session', async () => {
    const { a, b } = await sharedKeys()
    expect(a).toEqual(b)
    const [one, two] = await Promise.all([newSessionKeyPair(), newSessionKeyPair()])
    expect(await deriveSessionSecret(one.privateKey, two.publicText, 's_1')).not.toEqual(
      await deriveSessionSecret(one.privateKey, two.publicText, 's_2'),
    )
  })

  it('comes from keys that no script can read', async () => {
    const { privateKey } = await newSessionKeyPair()
    const key = await importSessionKey(new Uint8Array(32))
    expect([privateKey.extractable, key.extractable]).toEqual([false, false])
  })

  it('is right only for the very request it was made for', async () => {
    const { a } = await sharedKeys()
    const key = await importSessionKey(a)
    const header = readXAuth(await xAuthHeader(key, request))
    expect(header?.nonce).toBe(request.nonce)
    const signature = header?.signature ?? ''
    expect(await isXAuthRight(key, request, signature)).toBe(true)
    for (const change of [
      { body: '{} ' },
      { path: '/api/my/freeze' },
      { sessionId: 's_02' },
      { timeMs: 1 },
      { query: 'a=2' },
    ])
      expect(await isXAuthRight(key, { ...request, ...change }, signature)).toBe(false)
  })

  it('refuses headers of another form', () => {
    for (const header of ['', 'v2;ts=1;n=a;sig=b', 'v1;ts=1764000000000;n=short;sig=b'])
      expect(readXAuth(header)).toBeUndefined()
  })
})

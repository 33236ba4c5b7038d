import { base64urlnopad, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import {
  bindMessage,
  type IdentityKey,
  identityKeyOf,
  isPhrase,
  isSignatureRight,
  looksLikePhrase,
  makeProof,
  newPhrase,
  proofMessage,
  readProof,
  signText,
} from './identity-key.ts'

const abandon = `${'abandon '.repeat(11)}about`
const legal = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

async function keyOf(phrase: string): Promise<IdentityKey> {
  const key = await identityKeyOf(phrase)
  if (!key) throw new Error('not a phrase')
  return key
}
const hexOf = (text: string) => hex.encode(base64urlnopad.decode(text))

describe('the identity key', () => {
  it('has the public key of the fixed vector', async () => {
    const key = await keyOf(abandon)
    expect(hexOf(key.publicText)).toBe('c5f030771ebfa0344802ed135e87fb6944d5eba2d680d5341dba3ee1b176d670')
  })

  it('does not mind case, spaces or line breaks', async () => {
    const messy = `  Abandon abandon\n${'abandon '.repeat(9)} ABOUT `
    expect((await keyOf(messy)).publicText).toBe((await keyOf(abandon)).publicText)
  })

  it('signs the fixed restore message to the fixed signature', async () => {
    const [old, next] = [await keyOf(abandon), await keyOf(legal)]
    const facts = {
      purpose: 'restore',
      origin: 'https://wallet.example',
      cid: 'c_01',
      challenge: base64urlnopad.encode(new Uint8Array(32).fill(7)),
      iat: 1764000000,
      exp: 1764000120,
      pub: old.publicText,
      newPub: next.publicText,
      deviceId: 'd_01',
    } as const
    const proof = readProof(makeProof(facts, old))
    expect(proof).toMatchObject({ pub: old.publicText, cid: 'c_01' })
    expect(hexOf(proof?.signature ?? '')).toBe(
      'fe62312d8c15e0c19a96497247a6ced8171c6e46c0ea6aa10052d30d1af66b5af8e6cb8fe9747c27eafc58a30f3c66d81a9adf1f2b2e350dc2718d58f301990b',
    )
    expect(isSignatureRight(proofMessage(facts), proof?.signature ?? '', old.publicText)).toBe(true)
    expect(isSignatureRight(proofMessage({ ...facts, deviceId: 'd_02' }), proof?.signature ?? '', old.publicText)).toBe(
      false,
    )
    expect(isSignatureRight(proofMessage(facts), proof?.signature ?? '', next.publicText)).toBe(false)
  })

  it('refuses words in another order, nearly always', () => {
    let caught = 0
    for (let i = 0; i < 200; i++) {
      const [a = '', b = '', ...rest] = newPhrase().split(' ')
      if (a === b || !isPhrase([b, a, ...rest].join(' '))) caught++
    }
    expect(caught).toBeGreaterThan(165)
  })

  it('binds an address to wallet, chain, address and time', async () => {
    const key = await keyOf(abandon)
    const text = bindMessage('123456789N', 'bsc', '0x0000000000000000000000000000000000000001', 1764000000)
    expect(text).toBe('idwallet-bind-v1\n123456789N\nbsc\n0x0000000000000000000000000000000000000001\n1764000000')
    expect(isSignatureRight(text, signText(text, key), key.publicText)).toBe(true)
  })

  it('never throws on signatures and keys that are none', () => {
    for (const bad of ['', '!', 'AAAA', 'A'.repeat(86)]) expect(isSignatureRight('x', bad, bad)).toBe(false)
  })
})

describe('the proof of the wire', () => {
  it('is not anything else', () => {
    for (const text of ['', 'v1..c.s', `v2.${'A'.repeat(43)}.c.${'A'.repeat(86)}`, abandon])
      expect(readProof(text)).toBeUndefined()
  })

  it('is told from a phrase, which must never be sent', () => {
    expect(looksLikePhrase(newPhrase())).toBe(true)
    expect(looksLikePhrase(abandon.replaceAll(' ', ', '))).toBe(true)
    expect(looksLikePhrase(abandon.replaceAll(' ', '\n'))).toBe(true)
    expect(looksLikePhrase('a notice of a few words')).toBe(false)
    expect(looksLikePhrase(`v1.${'A'.repeat(43)}.c.${'A'.repeat(86)}`)).toBe(false)
  })
})

import { argon2Sync } from 'node:crypto'
import { hashRawSync } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { keystoreCost, openKeystore, sealKeystore } from './keystore.ts'

const secret = Uint8Array.from({ length: 32 }, (_, index) => index)
const cheap = { memory: 64, passes: 1, parallelism: 1 }

describe('the keystore', () => {
  it('gives back what was sealed, at the full cost', () => {
    const keystore = sealKeystore(secret, 'correct horse', 'hot')
    expect(keystore.kdf).toMatchObject(keystoreCost)
    expect(JSON.stringify(keystore)).not.toContain(Buffer.from(secret).toString('base64'))
    expect(openKeystore(JSON.parse(JSON.stringify(keystore)), 'correct horse', 'hot')).toEqual(secret)
  })

  it('does not open with another passphrase, for another purpose, or changed', () => {
    const keystore = sealKeystore(secret, 'correct horse', 'hot', cheap)
    expect(() => openKeystore(keystore, 'wrong horse', 'hot')).toThrow('does not open')
    expect(() => openKeystore(keystore, 'correct horse', 'cold')).toThrow('does not open')
    const { ciphertext } = keystore
    const changed = `${ciphertext.startsWith('A') ? 'B' : 'A'}${ciphertext.slice(1)}`
    expect(() => openKeystore({ ...keystore, ciphertext: changed }, 'correct horse', 'hot')).toThrow('does not open')
  })

  it('never seals the same secret the same way twice', () => {
    const [one, two] = [1, 2].map(() => sealKeystore(secret, 'p', 'hot', cheap))
    expect(one?.ciphertext).not.toBe(two?.ciphertext)
  })

  it('derives its key as an independent implementation of argon2id does', () => {
    const salt = Buffer.alloc(16, 7)
    const message = Buffer.from('passphrase')
    const cost = { memoryCost: 1024, timeCost: 3, parallelism: 1, outputLen: 32, algorithm: 2 }
    const expected = hashRawSync(message, { ...cost, salt })
    expect(
      argon2Sync('argon2id', { message, nonce: salt, memory: 1024, passes: 3, parallelism: 1, tagLength: 32 }),
    ).toEqual(expected)
  })
})

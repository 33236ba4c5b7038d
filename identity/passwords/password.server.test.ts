import { argon2Sync, createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { argon, hashPassword, isPasswordRight, passwordCost, refuseBadPassword } from './password.server.ts'

const secrets = deriveSecrets(new Uint8Array(32).fill(3))

describe('password hashes', () => {
  const { cost } = argon
  beforeAll(() => {
    argon.cost = passwordCost
  })
  afterAll(() => {
    argon.cost = cost
  })

  it('are argon2id with 19 MiB and two passes, byte for byte as Node computes them', async () => {
    const kept = await hashPassword('Tranquil7heron', secrets, 'signed')
    const [, name, version, cost, salt = '', tag] = kept.split('$')
    expect([name, version, cost]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    const message = createHmac('sha256', secrets.pepper).update('Tranquil7heron').digest('base64url')
    const nonce = Buffer.from(salt, 'base64')
    const options = { message, nonce, parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
    expect(argon2Sync('argon2id', options).toString('base64').replace(/=+$/, '')).toBe(tag)
  })

  it('fit their password alone, with the same pepper', async () => {
    const kept = await hashPassword('Tranquil7heron', secrets, 'signed')
    expect(await isPasswordRight(kept, 'Tranquil7heron', secrets)).toBe(true)
    expect(await isPasswordRight(kept, 'tranquil7heron', secrets)).toBe(false)
    const others = deriveSecrets(new Uint8Array(32).fill(4))
    expect(await isPasswordRight(kept, 'Tranquil7heron', others)).toBe(false)
    expect(await isPasswordRight(null, 'Tranquil7heron', secrets)).toBe(false)
  })

  it('come in turn when many are asked for at once', async () => {
    const kept = await hashPassword('Tranquil7heron', secrets, 'signed')
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => isPasswordRight(kept, 'Tranquil7heron', secrets)),
    )
    expect(answers.every(Boolean)).toBe(true)
  })
})

it('names what is wrong with a new password', () => {
  const refused =
    (password: string, repeat = password, id?: string) =>
    () =>
      refuseBadPassword(password, repeat, id)
  expect(refused('Tranquil7heron', 'other')).toThrow('identity.passwords_differ')
  expect(refused('short')).toThrow('identity.password_weak')
  expect(refused('qwerty123')).toThrow('identity.password_common')
  expect(refused('K23456789T', 'K23456789T', 'K23456789T')).toThrow('identity.password_is_id')
  expect(refused('Tranquil7heron')).not.toThrow()
})

import { expect, it } from 'vitest'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { openValue, sealValue } from './sealing.ts'
import { openWithPassword, sealWithPassword } from './vault.ts'

const newKey = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']) as Promise<CryptoKey>

it('gives back what it sealed, and never seals the same way twice', async () => {
  const key = await newKey()
  const [one, two] = [
    await sealValue(key, storageKeys.wallets, 'wallets 钱包'),
    await sealValue(key, storageKeys.wallets, 'wallets 钱包'),
  ]
  expect(one).not.toBe(two)
  expect(one).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
  expect(await openValue(key, storageKeys.wallets, one)).toBe('wallets 钱包')
})

it('does not open under another name, another key, changed or in plain text', async () => {
  const key = await newKey()
  const sealed = await sealValue(key, storageKeys.userToken, 'secret')
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  await expect(openValue(key, storageKeys.walletToken, sealed)).rejects.toThrow()
  await expect(openValue(await newKey(), storageKeys.userToken, sealed)).rejects.toThrow()
  await expect(openValue(key, storageKeys.userToken, changed)).rejects.toThrow()
  await expect(openValue(key, storageKeys.userToken, 'secret')).rejects.toThrow()
})

it('opens a secret with the password it was sealed with, and no other', async () => {
  const sealed = await sealWithPassword('abandon ability able', 'aurora2026')
  expect(sealed).not.toContain('abandon')
  expect(await openWithPassword(sealed, 'aurora2026')).toBe('abandon ability able')
  expect(await openWithPassword(sealed, 'aurora2027')).toBeUndefined()
  await expect(openWithPassword('p1.broken', 'aurora2026')).rejects.toThrow()
})

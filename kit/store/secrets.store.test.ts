import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { deriveSecrets, expectKnownSecret, loadSecrets, openSealed, seal } from './secrets.store.ts'

describe('the secrets of the server', () => {
  it('come from a file made at the first start, which only its owner reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasshouse-secrets-'))
    const path = join(folder, 'below', 'master')
    const first = loadSecrets(path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(loadSecrets(path)).toEqual(first)
    writeFileSync(path, 'something else')
    expect(() => loadSecrets(path)).toThrow('64 hex digits')
    rmSync(folder, { recursive: true })
  })

  it('differ for each use', () => {
    const { pepper, requestTokenKey, sealKey } = deriveSecrets(new Uint8Array(32))
    expect(new Set([pepper, requestTokenKey, sealKey].map((key) => Buffer.from(key).toString('hex'))).size).toBe(3)
  })

  it('are those the database was made with, or the server does not start', async () => {
    const db = await testDb()
    const [ours, others] = [deriveSecrets(new Uint8Array(32)), deriveSecrets(new Uint8Array(32).fill(1))]
    await expectKnownSecret(db, ours)
    await expectKnownSecret(db, ours)
    await expect(expectKnownSecret(db, others)).rejects.toThrow('not the one this database was made with')
    await db.close()
  })

  it('seal what opens only whole and where it belongs', () => {
    const { sealKey, pepper } = deriveSecrets(new Uint8Array(32))
    const plain = new TextEncoder().encode('twenty bytes of text')
    const sealed = seal(sealKey, plain, 'row:1')
    expect(openSealed(sealKey, sealed, 'row:1')).toEqual(plain)
    expect(seal(sealKey, plain, 'row:1')).not.toEqual(sealed)
    const changed = sealed.with(15, (sealed[15] ?? 0) ^ 1)
    for (const [key, bytes, row] of [
      [sealKey, sealed, 'row:2'],
      [pepper, sealed, 'row:1'],
      [sealKey, changed, 'row:1'],
    ] as const)
      expect(() => openSealed(key, bytes, row)).toThrow()
  })
})

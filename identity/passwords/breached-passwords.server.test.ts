import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveSecrets } from '#kit/store/secrets.store.ts'
import { openBreachedPasswords } from './breached-passwords.server.ts'
import { breached, hashPassword } from './password.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'breached-'))
afterAll(() => rmSync(folder, { recursive: true }))

const digest = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const known = Array.from({ length: 500 }, (_, nth) => `Breached7word${nth}`)
const unknown = Array.from({ length: 500 }, (_, nth) => `Unheard9word${nth}`)

function listOf(lines: readonly string[], ending = '\n') {
  const path = join(folder, 'list.txt')
  writeFileSync(path, lines.toSorted().join(ending) + ending)
  return openBreachedPasswords(path)
}

describe('a list of passwords from breaches', () => {
  it.each([
    ['as it is downloaded, with counts', known.map((each, nth) => `${digest(each)}:${nth * 37 + 1}`), '\r\n'],
    ['of digests alone', known.map(digest), '\n'],
    ['of one line', [`${digest(known[0] ?? '')}:9659365`], '\n'],
  ])('is searched, %s', async (_, lines, ending) => {
    const list = await listOf(lines, ending)
    for (const each of known.slice(0, lines.length)) expect(await list.has(each), each).toBe(true)
    for (const each of unknown) expect(await list.has(each), each).toBe(false)
    await list.close()
  })

  it('is refused where it is something else', async () => {
    await expect(listOf(['password1', 'qwerty1'])).rejects.toThrow('is no list of passwords')
    await expect(listOf([''])).rejects.toThrow('is no list of passwords')
  })

  it('refuses what stands on it as a new password, also one that no other rule knows', async () => {
    const secrets = deriveSecrets(new Uint8Array(32).fill(3))
    const list = await listOf(known.map(digest))
    breached.passwords = list
    try {
      await expect(hashPassword('Breached7word42', secrets, 'signed')).rejects.toThrow('identity.password_common')
      expect(await hashPassword('Tranquil7heron', secrets, 'signed')).toContain('$argon2id$')
    } finally {
      breached.passwords = undefined
      await list.close()
    }
  })
})

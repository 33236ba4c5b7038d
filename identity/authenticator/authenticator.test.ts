import { describe, expect, it } from 'vitest'
import { codeAt, describeSecret, newAuthenticatorSecret, stepOf } from './authenticator.ts'

/** SHA-1 secret of RFC 6238, appendix B. Our codes are the last 6 of 8 digits. */
const secret = new TextEncoder().encode('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('one-time codes', () => {
  it('are those of RFC 6238', () => {
    const vectors = [
      [59, '94287082'],
      [1111111109, '07081804'],
      [1111111111, '14050471'],
      [1234567890, '89005924'],
      [2000000000, '69279037'],
      [20000000000, '65353130'],
    ] as const
    for (const [seconds, code] of vectors) expect(codeAt(secret, at(seconds))).toBe(code.slice(2))
  })

  it('serve one step either way, so about a minute', () => {
    const code = codeAt(secret, at(1_000_000_020))
    const step = 1_000_000_020 / 30
    for (const seconds of [-30, -1, 0, 29, 30, 59].map((by) => 1_000_000_020 + by))
      expect(stepOf(secret, code, at(seconds))).toBe(step)
    for (const seconds of [-31, 60].map((by) => 1_000_000_020 + by))
      expect(stepOf(secret, code, at(seconds))).toBeUndefined()
    for (const other of ['', '12345', '1234567', 'abcdef']) expect(stepOf(secret, other, at(59))).toBeUndefined()
  })

  it('are described so that any authenticator app reads them', () => {
    const { secret: text, uri } = describeSecret(secret, '123456789T')
    expect(text).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(uri).toMatch(/^otpauth:\/\/totp\/Glasshouse:123456789T\?/)
    for (const part of ['issuer=Glasshouse', 'algorithm=SHA1', 'digits=6', 'period=30']) expect(uri).toContain(part)
    expect(newAuthenticatorSecret()).toHaveLength(20)
  })
})

import { base64urlnopad } from '@scure/base'
import { expect, it } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.ts'
import { randomBytes } from './random.ts'

it('writes and reads bytes of every length as the library does', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = randomBytes(length)
    const text = toBase64url(bytes)
    expect(text).toBe(base64urlnopad.encode(bytes))
    expect(fromBase64url(text)).toEqual(bytes)
  }
})

it('refuses text that is not base64url', () => {
  for (const text of ['!', 'a', 'ab=c', 'ä']) expect(() => fromBase64url(text), text).toThrow(DOMException)
})

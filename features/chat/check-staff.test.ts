import { afterEach, describe, expect, it, vi } from 'vitest'
import { staffText } from '#chat/staff-text.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { isOfStaff } from './check-staff.ts'

const secret = (n: number) => new Uint8Array(32).fill(n)
const at = new Date('2026-11-22T12:00:00.123Z')
const said = { kind: 'support', subject: 'ABCDEFGHJ0', nth: 2, at, operator: 'ada', text: 'It is on its way.' } as const
const signature = signWith(staffText(said), secret(1))
const ada = { operator: 'ada', publicKey: publicTextOf(secret(1)), since: '2026-01-01T00:00:00.000Z', until: null }
const message = { ...said, signature }

describe('a message of staff', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is one whose signature fits, by the browser’s own check and by ours', async () => {
    expect(await isOfStaff(message, [ada])).toBe(true)
    expect(await isOfStaff({ ...message, text: 'Send me your words' }, [ada])).toBe(false)
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new Error('no Ed25519 here')) } })
    expect(await isOfStaff(message, [ada])).toBe(true)
    expect(await isOfStaff({ ...message, text: 'Send me your words' }, [ada])).toBe(false)
  })

  it('is no other: changed, moved, of another key or time, or with no signature at all', async () => {
    const others = [
      { subject: 'ZZZZZZZZZ0' },
      { kind: 'otc' as const },
      { nth: 3 },
      { at: new Date(at.getTime() + 1) },
      { at: new Date(Number.NaN) },
      { operator: 'ben' },
      { text: `${said.text} ` },
      { text: `ada\n${said.text}` },
      { signature: null },
      { signature: '' },
      { signature: 'A'.repeat(86) },
      { signature: 'no base64!' },
      { signature: signWith(staffText(said), secret(2)) },
    ]
    for (const change of others)
      expect(await isOfStaff({ ...message, ...change }, [ada]), JSON.stringify(change)).toBe(false)
  })

  it('shows the picture that was signed, and no other, none added and none left out', async () => {
    const picture = 'ab'.repeat(32)
    const signed = { ...said, picture, signature: signWith(staffText({ ...said, picture }), secret(1)) }
    expect(await isOfStaff(signed, [ada])).toBe(true)
    for (const change of [{ picture: 'cd'.repeat(32) }, { picture: null }, { picture: '' }])
      expect(await isOfStaff({ ...signed, ...change }, [ada]), JSON.stringify(change)).toBe(false)
    expect(await isOfStaff({ ...message, picture }, [ada])).toBe(false)
    const text = `${picture}\n${said.text}`
    const read = { ...said, text, signature: signWith(staffText({ ...said, text }), secret(1)) }
    expect(await isOfStaff({ ...read, text: said.text, picture }, [ada])).toBe(false)
  })

  it('is of somebody who was an operator then', async () => {
    const keyed = (change: Partial<Record<keyof typeof ada, string>>) => isOfStaff(message, [{ ...ada, ...change }])
    expect(await keyed({ since: '2026-11-22T12:00:00.123Z', until: '2026-11-22T12:00:00.123Z' })).toBe(true)
    expect(await keyed({ since: '2026-11-22T12:00:00.124Z' })).toBe(false)
    expect(await keyed({ until: '2026-11-22T12:00:00.122Z' })).toBe(false)
    expect(await keyed({ publicKey: publicTextOf(secret(2)) })).toBe(false)
    expect(await keyed({ publicKey: 'short' })).toBe(false)
    expect(await isOfStaff(message, [])).toBe(false)
  })
})

import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { proofTextOf } from '#kit/seal/signed-lines.ts'
import { hourMs, stoppedClock } from '#kit/time/clock.ts'
import type { Certificate } from './limits/certificate.ts'
import { firstRules, readRules } from './signer-rules.ts'
import { signerAt } from './signer-socket.ts'
import type { RunningSigner } from './start-signer.ts'
import { signerForEach } from './test-signer.ts'

const first = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const second = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const third = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const fourth = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
const begin = 1_764_000_000
const walletId = 'W1'

type Key = { readonly secret: Uint8Array; readonly publicText: string }
const newKey = (fill: number): Key => {
  const secret = new Uint8Array(32).fill(fill)
  return { secret, publicText: base64urlnopad.encode(ed25519.getPublicKey(secret)) }
}
const signText = (text: string, { secret }: Key) => base64urlnopad.encode(ed25519.sign(utf8ToBytes(text), secret))
const signed = (key: Key, lines: readonly (string | number)[]) => ({
  publicKey: key.publicText,
  signature: signText(lines.join('\n'), key),
})
const bound = (key: Key, address: string = first): Certificate => ({
  ...{ walletId, chain: 'eth', address, issuedAt: begin },
  ...signed(key, ['idwallet-bind-v1', walletId, 'eth', address, begin]),
})
const change = (key: Key, replaces: string, address: string, issuedAt: number): Certificate => ({
  ...{ walletId, chain: 'eth', address, replaces, issuedAt },
  ...signed(key, ['idwallet-change-v1', walletId, 'eth', replaces, address, issuedAt]),
})

describe('a change of where a wallet is paid, at the signer', () => {
  let signer: RunningSigner
  let clock: ReturnType<typeof stoppedClock>
  const key = newKey(1)
  const thief = newKey(2)
  const own = signerForEach(
    (started) => {
      signer = started
    },
    () => {
      clock = stoppedClock(new Date(begin * 1000))
      return { clock, rules: readRules(firstRules()) }
    },
  )
  beforeEach(() => signer.pinDestination(bound(key), []))
  const pays = (certificate: Certificate) => signer.pinDestination(certificate, [])
  const move = async (from: string, to: string, issuedAt: number) => {
    await signer.askChange(change(key, from, to, issuedAt), [])
    clock.advance(72 * hourMs)
    await pays(change(key, from, to, issuedAt))
  }

  it('is followed when the signer has known it for 72 hours by its own clock, also over its socket and a restart', async () => {
    const asked = change(key, first, second, begin + 1)
    expect(await signerAt(signer.socket).askChange(asked, [])).toBe(72 * hourMs)
    clock.advance(72 * hourMs - 1)
    await own.restart()
    expect(await signer.askChange(asked, [])).toBe(1)
    await expect(pays(asked)).rejects.toThrow('not known the change for long enough')
    await pays(bound(key))
    clock.advance(1)
    await pays(asked)
    expect(await signer.askChange(asked, [])).toBe(0)
    await pays(asked)
    await expect(pays(bound(key))).rejects.toThrow('not the one this wallet bound')
  })

  it('is not shortened by a clock that is set back, neither before nor after it is asked for', async () => {
    await signer.askChange(change(key, first, second, begin + 1), [])
    clock.advance(-72 * hourMs)
    expect(await signer.askChange(change(key, first, third, begin + 2), [])).toBe(144 * hourMs)
    clock.advance(72 * hourMs)
    expect(await signer.askChange(change(key, first, third, begin + 2), [])).toBe(72 * hourMs)
  })

  it('is never a certificate of binding, and never signed by another key', async () => {
    const { replaces: _, ...plain } = change(key, first, second, begin + 1)
    await expect(signer.askChange(bound(key, second), [])).rejects.toThrow('does not name the address')
    await expect(signer.askChange({ ...bound(key, second), replaces: first }, [])).rejects.toThrow("holder's signature")
    await expect(signer.askChange(plain, [])).rejects.toThrow('does not name the address')
    await expect(signer.askChange(change(thief, first, second, begin + 1), [])).rejects.toThrow("not the holder's")
    await expect(signer.askChange({ ...change(key, first, second, begin + 1), address: third }, [])).rejects.toThrow(
      "holder's signature",
    )
  })

  it('names the address the wallet is paid to, and a wallet that is paid nowhere has nothing to change', async () => {
    await expect(signer.askChange(change(key, second, third, begin + 1), [])).rejects.toThrow('does not name')
    await expect(signer.askChange(change(key, 'T', third, begin + 1), [])).rejects.toThrow('does not name')
    await expect(signer.askChange(change(key, first, first, begin + 1), [])).rejects.toThrow('does not name')
    const elsewhere = { ...change(key, first, second, begin + 1), chain: 'bsc' }
    await expect(signer.askChange(elsewhere, [])).rejects.toThrow('does not name')
    await expect(pays(elsewhere)).rejects.toThrow('never told of')
  })

  it('is made once: an old one is no use when the wallet is back where it was', async () => {
    await move(first, second, begin + 10)
    await move(second, first, begin + 20)
    for (const issuedAt of [begin + 10, begin + 15])
      await expect(signer.askChange(change(key, first, second, issuedAt), [])).rejects.toThrow('not newer')
    await expect(pays(change(key, first, second, begin + 10))).rejects.toThrow('not the one this wallet bound')
    await move(first, third, begin + 30)
  })

  it('that was taken back is never made, whether it was asked for before or not', async () => {
    const [asked, unheard] = [change(key, first, second, begin + 10), change(key, first, third, begin + 20)]
    await signer.askChange(asked, [])
    await signer.dropChange(asked)
    clock.advance(72 * hourMs)
    await expect(pays(asked)).rejects.toThrow('not the one this wallet bound')
    await expect(signer.askChange(asked, [])).rejects.toThrow('not newer')
    await signer.dropChange(unheard)
    await signer.dropChange(unheard)
    await expect(signer.askChange(unheard, [])).rejects.toThrow('not newer')
    await signer.dropChange(change(thief, first, third, begin + 10_000_000))
    await expect(signer.dropChange({ ...unheard, issuedAt: begin + 10_000_000 })).rejects.toThrow("holder's signature")
    await move(first, fourth, begin + 30)
  })

  it('gives way to a newer one, whose time begins anew', async () => {
    const asked = change(key, first, second, begin + 10)
    await signer.askChange(asked, [])
    clock.advance(71 * hourMs)
    expect(await signer.askChange(change(key, first, third, begin + 20), [])).toBe(72 * hourMs)
    clock.advance(hourMs)
    await expect(pays(asked)).rejects.toThrow('not the one this wallet bound')
  })

  it('ends with the key that signed it: after a restore it is asked for again', async () => {
    const asked = change(key, first, second, begin + 10)
    await signer.askChange(asked, [])
    const next = newKey(3)
    const said = ['restore', 'https://wallet.example', 'c_01', 'x'.repeat(43), 1, 2, key.publicText, next.publicText]
    const message = proofTextOf([...said, 'd_01']) ?? ''
    const successions = [{ message, signature: signText(message, key) }]
    expect(await signer.pinHolders([{ walletId, publicKey: next.publicText, successions }])).toEqual([])
    clock.advance(72 * hourMs)
    await expect(pays(asked)).rejects.toThrow("holder's no more")
    expect(await signer.askChange(change(next, first, third, begin + 20), successions)).toBe(72 * hourMs)
  })

  it('waits 72 hours where the rules do not say otherwise, and not at all in a demo', () => {
    const without = JSON.stringify({ ...JSON.parse(firstRules()), changeHoldHours: undefined })
    expect(readRules(without).changeHoldMs).toBe(72 * hourMs)
    expect(readRules(firstRules({ demo: true })).changeHoldMs).toBe(0)
    for (const changeHoldHours of [-1, 1.5, '72'])
      expect(() => readRules(JSON.stringify({ ...JSON.parse(firstRules()), changeHoldHours }))).toThrow('how long')
  })
})

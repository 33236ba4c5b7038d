import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { certifyAddress, isAddressCertified, readDepositKeys, signDepositKeys } from '#kit/chain/deposit-certificate.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { currentDepositKey, type DepositKeyFacts, depositKeyVerb } from './deposit-keys.ts'

const secret = (fill: number) => new Uint8Array(32).fill(fill)
const publicKey = (fill: number) => publicTextOf(secret(fill))
const listOf = (...fills: readonly number[]) => signDepositKeys(fills.map(secret))
const companyKey = secret(90)

function statement(keys: ReturnType<typeof listOf> | undefined, key = companyKey): DepositKeyFacts['latest'] {
  const hash = keys && readDepositKeys(keys)?.at(-1)?.hash
  const logs = keys ? { changes: { line: 1, hash: '1'.repeat(64) }, deposits: { line: keys.length, hash } } : {}
  const text = JSON.stringify({ v: 'POL1', day: '2026-11-27', logs })
  return { text, signature: signWith(text, key), publicKey: publicTextOf(key) }
}
function logged(named: string, change: { verb?: string; signer?: number } = {}): DepositKeyFacts['logged'] {
  const { verb = depositKeyVerb, signer = 80 } = change
  const args = JSON.stringify({ args: [named] })
  const digest = createHash('sha256').update(['salt', 'args', args].join('\n')).digest('hex')
  const of = [7, '2026-11-27T00:00:00.000Z', verb, 'ada', publicKey(80), '-', 'public', digest, 'c', 'p']
  const text = ['glasshouse-log-v3', ...of].join('\n')
  return { text, signature: signWith(text, secret(signer)), publicKey: publicKey(80), args, salt: 'salt' }
}
const facts = (change: Partial<DepositKeyFacts> = {}): DepositKeyFacts => ({
  ...{ keys: listOf(1), latest: statement(listOf(1)), logged: logged(publicKey(1)) },
  ...{ pinned: [publicKey(1)], companyKeys: [publicTextOf(companyKey)], seenDays: [] },
  ...change,
})
const fresh = { pinned: [], companyKeys: [], seenDays: [] }

describe('the key that certifies deposit addresses, as a device knows it', () => {
  it('is the newest of a list that fits pin, statement and log, also where some of them are missing yet', () => {
    expect(currentDepositKey(facts())).toBe(publicKey(1))
    expect(currentDepositKey(facts({ ...fresh, latest: null, logged: null }))).toBe(publicKey(1))
    // A statement older than the list.
    expect(currentDepositKey(facts({ latest: statement(undefined) }))).toBe(publicKey(1))
    expect(currentDepositKey(facts({ pinned: [publicKey(1), publicKey(1)] }))).toBe(publicKey(1))
  })

  it('is not another one that was put in its place, for a device that pinned before', () => {
    const others = [listOf(9), [...listOf(1), ...listOf(9)], [], [...listOf(1), ...listOf(1)], listOf(1, 9).slice(1)]
    for (const keys of others)
      expect(currentDepositKey(facts({ keys, latest: null, logged: null })), JSON.stringify(keys)).toBeUndefined()
    // An attacker's key before ours certifies nothing.
    expect(currentDepositKey(facts({ keys: listOf(9, 1), latest: null, logged: null }))).toBe(publicKey(1))
    expect(currentDepositKey(facts({ pinned: [publicKey(1), publicKey(9)] }))).toBeUndefined()
  })

  it('is not another one for a fresh device, where statement or log name the right one', () => {
    const keys = listOf(9)
    expect(currentDepositKey(facts({ ...fresh, keys }))).toBeUndefined()
    expect(currentDepositKey(facts({ ...fresh, keys, logged: null }))).toBeUndefined()
    expect(currentDepositKey(facts({ ...fresh, keys, latest: null }))).toBeUndefined()
    expect(currentDepositKey(facts({ keys, pinned: [], latest: statement(keys, secret(91)), logged: null }))).toBe(
      undefined,
    )
  })

  it('is not another one for a device that was shown a statement, where the list is sent without it, or with one from before there was a list', () => {
    const known = { keys: listOf(9), pinned: [], logged: null, seenDays: ['2026-11-27'] }
    expect(currentDepositKey(facts({ ...known, latest: null }))).toBeUndefined()
    expect(currentDepositKey(facts({ ...known, latest: null, seenDays: [] }))).toBe(publicKey(9))
    // Signed by the company, but older than one already seen.
    expect(currentDepositKey(facts({ ...known, latest: statement(undefined), seenDays: ['2026-11-28'] }))).toBe(
      undefined,
    )
    expect(currentDepositKey(facts({ latest: statement(undefined), seenDays: ['2026-11-27'] }))).toBe(publicKey(1))
    // A statement with the list may be older, because the list only grows.
    expect(currentDepositKey(facts({ keys: listOf(1, 2), seenDays: ['2026-11-28'] }))).toBe(publicKey(2))
  })

  it('is none where a statement or a line of the log is not what was signed', () => {
    const latest = statement(listOf(1))
    if (!latest) throw new Error('there is a statement')
    for (const change of [
      { latest: { ...latest, text: latest.text.replace('2026-11-27', '2026-11-28') } },
      { latest: statement(listOf(1), secret(91)) },
      { latest: { text: 'no JSON', signature: signWith('no JSON', companyKey), publicKey: publicTextOf(companyKey) } },
      { logged: logged(publicKey(1), { signer: 81 }) },
      { logged: logged(publicKey(1), { verb: 'pool fund' }) },
      {
        logged: {
          ...logged(publicKey(9)),
          args: JSON.stringify({ args: [publicKey(1)] }),
        } as DepositKeyFacts['logged'],
      },
    ])
      expect(currentDepositKey(facts(change)), JSON.stringify(change)).toBeUndefined()
  })

  it('is followed to a successor that the one before signed, and never back', () => {
    const keys = listOf(1, 2)
    expect(currentDepositKey(facts({ keys }))).toBe(publicKey(2))
    expect(currentDepositKey(facts({ ...fresh, keys, latest: statement(keys) }))).toBe(publicKey(2))
    expect(currentDepositKey(facts({ keys: listOf(1), pinned: [publicKey(2)] }))).toBeUndefined()
    expect(currentDepositKey(facts({ keys: listOf(1), latest: statement(keys) }))).toBeUndefined()
    const [first, second] = keys
    if (!first || !second) throw new Error('there are two')
    expect(readDepositKeys([first, { ...second, publicKey: publicKey(3) }])).toBeUndefined()
    expect(readDepositKeys([second])).toBeUndefined()
  })

  it('is checked as docs/client.md says, with nothing but hashes and signatures', () => {
    const [first, second] = listOf(1, 2)
    const beginning = '0'.repeat(64)
    const text = ['idwallet-deposit-key-v1', 1, first?.publicKey, beginning].join('\n')
    expect(first?.signature).toBe(signWith(text, secret(1)))
    const digest = createHash('sha256').update(text).digest('hex')
    const next = ['idwallet-deposit-key-v1', 2, second?.publicKey, digest].join('\n')
    expect(second?.signature).toBe(signWith(next, secret(1)))
    const address = { walletId: 'W1', family: 'evm', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } as const
    const certificate = certifyAddress(address, secret(2))
    const words = ['idwallet-deposit-v1', 'W1', 'evm', address.address].join('\n')
    expect(certificate).toEqual({ publicKey: publicKey(2), signature: signWith(words, secret(2)) })
    expect(isAddressCertified(address, certificate)).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { checkEntry } from '#ledger/posting/check-entry.ts'
import { type CorrectedDeposit, correctionEntry, mayAskFor, type Place, restoreEntry, sharesOf } from './correction.ts'

const at = new Date('2026-11-22T12:00:00Z')
const walletId = '0123456789' as WalletId
const places: readonly Place[] = [{ at: 'wallet', walletId }, { at: 'suspense' }, { at: 'capital' }]
const deposit = (place: Place): CorrectedDeposit => ({
  key: 'dep:bsc:0x01:0',
  chain: 'bsc',
  coin: 'USDT',
  units: 500n,
  place,
  round: 1,
})

describe('a correction', () => {
  it('takes at most what the wallet has; the company bears the rest', () => {
    const wallet = deposit({ at: 'wallet', walletId })
    expect(sharesOf(wallet, 700n)).toEqual({ taken: 500n, borne: 0n })
    expect(sharesOf(wallet, 500n)).toEqual({ taken: 500n, borne: 0n })
    expect(sharesOf(wallet, 499n)).toEqual({ taken: 499n, borne: 1n })
    expect(sharesOf(wallet, 0n)).toEqual({ taken: 0n, borne: 500n })
  })

  it('takes all of what nobody had, and bears all of the company’s own', () => {
    expect(sharesOf(deposit({ at: 'suspense' }), 0n)).toEqual({ taken: 500n, borne: 0n })
    expect(sharesOf(deposit({ at: 'capital' }), 0n)).toEqual({ taken: 0n, borne: 500n })
  })

  it('moves the whole payment off the network, and back, by movements of the table', () => {
    for (const place of places)
      for (const balance of [0n, 499n, 500n]) {
        const shares = sharesOf(deposit(place), balance)
        const out = correctionEntry(deposit(place), shares, at)
        const back = restoreEntry(deposit(place), shares, at)
        for (const entry of [out, back]) expect(() => checkEntry(entry)).not.toThrow()
        const net = (entry: typeof out, end: 'from' | 'to') =>
          entry.postings.filter((each) => each[end].owner === 'outside:bsc').reduce((sum, { units }) => sum + units, 0n)
        expect([net(out, 'to'), net(back, 'from')]).toEqual([500n, 500n])
      }
  })

  it('is another entry each time, so that a payment can be lost and found more than once', () => {
    const first = deposit({ at: 'suspense' })
    const keys = [first, { ...first, round: 2 }].map((each) => correctionEntry(each, sharesOf(each, 0n), at).key)
    expect(new Set(keys).size).toBe(2)
  })
})

it('lets a payment below the minimum be asked for after 90 days', () => {
  expect(mayAskFor(at, new Date('2027-02-20T11:59:59.999Z'))).toBe(false)
  expect(mayAskFor(at, new Date('2027-02-20T12:00:00Z'))).toBe(true)
})

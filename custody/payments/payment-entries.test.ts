import { describe, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { paymentConfirmedEntry, paymentFailedEntry, paymentSignedEntry } from './payment-entries.ts'
import { confirmedEntry, failedEntry, signedEntry } from './withdrawal-entries.ts'

const at = new Date(0)
const of = { id: 7n, chain: 'bsc', coin: 'USDT', units: 500n } as const
const withdrawal = { ...of, walletId: 'WALLET0001' as WalletId, feeUnits: 30n, receivedUnits: 470n, deposit: null }
const back = { ...of, walletId: null, feeUnits: 0n, receivedUnits: 500n, deposit: { hash: '0xab', ordinal: 0 } }
const ways = ({ postings }: Entry) =>
  postings.map(({ from, to, units }) => `${from.owner} ${from.purpose} → ${to.owner} ${to.purpose} ${units}`)

describe('the entries of what is paid', () => {
  it('are those of a withdrawal where a holder asked for it', () => {
    expect(paymentSignedEntry(withdrawal, at)).toEqual(signedEntry(withdrawal, at))
    expect(paymentConfirmedEntry(withdrawal, at)).toEqual(confirmedEntry(withdrawal, at))
    expect(paymentFailedEntry(withdrawal, at)).toEqual(failedEntry(withdrawal, at))
  })
  it('take what goes back from suspense, whole, and give it back there when it fails', () => {
    expect(ways(paymentSignedEntry(back, at))).toEqual(['house suspense → house in_flight:bsc 500'])
    expect(ways(paymentConfirmedEntry(back, at))).toEqual(['house in_flight:bsc → outside:bsc all 500'])
    expect(ways(paymentFailedEntry(back, at))).toEqual(['house in_flight:bsc → house suspense 500'])
  })
  it('show what goes back in no record, each under a key of its own', () => {
    const entries = [paymentSignedEntry(back, at), paymentConfirmedEntry(back, at), paymentFailedEntry(back, at)]
    expect(entries.flatMap(({ postings }) => postings.filter(({ code }) => code !== undefined))).toEqual([])
    expect(new Set(entries.map(({ key }) => key)).size).toBe(3)
  })
})

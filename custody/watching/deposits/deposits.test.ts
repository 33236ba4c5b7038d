import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { depositMinimum, dustFloor, dustFloors } from './deposit-settings.ts'
import { creditEntry, decideDeposit, depthOf, kindOf, releaseEntry, suspenseEntry } from './deposits.ts'

const walletId = 'W000000001' as WalletId
const facts = {
  from: '0xsomebody',
  to: '0xhot',
  hotAddress: '0xhot',
  holder: undefined,
  isFromDepositAddress: false,
  isFromCompany: false,
  isFromVenue: false,
}
const deposit = { chain: 'bsc', hash: '0xab', ordinal: 2, coin: 'USDT', units: 500n } as const

describe('whose a payment is', () => {
  it('is the holder of the deposit address it reached', () => {
    expect(kindOf({ ...facts, to: '0xtheirs', holder: walletId })).toBe('wallet')
  })

  it('is company capital only from a registered company address to the hot wallet', () => {
    expect(kindOf({ ...facts, isFromCompany: true })).toBe('capital')
    expect(kindOf(facts)).toBe('unknown')
    expect(kindOf({ ...facts, isFromCompany: true, to: '0xtheirs', holder: walletId })).toBe('wallet')
  })

  it('is a fund’s where its venue sent it to the hot wallet: an operator says what it is', () => {
    expect(kindOf({ ...facts, isFromVenue: true })).toBe('venue')
    expect(kindOf({ ...facts, isFromVenue: true, to: '0xtheirs', holder: walletId })).toBe('wallet')
  })

  it('is nobody new when it comes from ourselves', () => {
    expect(kindOf({ ...facts, from: '0xhot', to: '0xtheirs', holder: walletId })).toBe('own')
    expect(kindOf({ ...facts, isFromDepositAddress: true })).toBe('own')
  })
})

describe('booking', () => {
  it('credits under the ordinal key, with code 2', () => {
    expect(creditEntry(deposit, walletId, new Date(0))).toMatchObject({
      key: 'dep:bsc:0xab:2',
      postings: [{ from: { owner: 'outside:bsc' }, to: { purpose: 'available' }, asset: 'USDT', units: 500n, code: 2 }],
    })
  })

  it('shows suspense in no record until it is released, under a key of its own', () => {
    expect(suspenseEntry(deposit, new Date(0)).postings[0]).not.toHaveProperty('code')
    expect(releaseEntry(deposit, walletId, new Date(0))).toMatchObject({
      key: 'dep:bsc:0xab:2:released',
      postings: [{ from: { purpose: 'suspense' }, units: 500n, code: 2 }],
      ref: 'dep:bsc:0xab:2',
    })
    const all = releaseEntry(deposit, walletId, new Date(0), 900n)
    expect(all).toMatchObject({ key: 'dep:bsc:0xab:2:released', postings: [{ units: 900n }] })
    expect(all).not.toHaveProperty('ref')
  })
})

describe('the minimum', () => {
  it('is the one of the chain and the coin, unless the operator set another', () => {
    expect(depositMinimum({}, 'bsc', 'USDT')).toBe(500_000_000n)
    expect(depositMinimum({}, 'eth', 'WLD')).toBe(100_000_000n)
    expect(depositMinimum({ 'eth.WLD': '2.5' }, 'eth', 'WLD')).toBe(250_000_000n)
  })

  it('never keeps what has reached it together', () => {
    const units = fc.bigInt({ min: 1n, max: 10n ** 12n })
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 30 }), units, (payments, minimum) => {
        let collected = 0n
        for (const payment of payments) {
          if (decideDeposit(payment, collected, minimum) === 'credit') collected = 0n
          else collected += payment
          expect(collected < minimum).toBe(true)
        }
      }),
    )
  })
})

describe('the floor', () => {
  const floors = dustFloors.initial
  it('is a hundredth of a coin, unless the operator set another', () => {
    expect(dustFloor({ floors, minimums: {} }, 'bsc', 'USDT')).toBe(1_000_000n)
    expect(dustFloor({ floors: { WLD: '0.5' }, minimums: {} }, 'eth', 'WLD')).toBe(50_000_000n)
    expect(dustFloor({ floors: { WLD: '0.5' }, minimums: {} }, 'eth', 'USDT')).toBe(1_000_000n)
  })

  it('never lets more than a thousand payments wait', () => {
    expect(dustFloor({ floors, minimums: { 'bsc.USDT': '100' } }, 'bsc', 'USDT')).toBe(10_000_000n)
    expect(dustFloor({ floors, minimums: { 'bsc.USDT': '0' } }, 'bsc', 'USDT')).toBe(1_000_000n)
  })

  it('cannot be set so low that everything has a row, nor so high that no payment has', () => {
    for (const wrong of ['0', '0.00009999', '1.00000001', '-1', 'x'])
      expect(v.safeParse(dustFloors.schema, { USDT: wrong }).success, wrong).toBe(false)
    for (const right of ['0.0001', '1']) expect(v.safeParse(dustFloors.schema, { USDT: right }).success).toBe(true)
  })
})

describe('depth', () => {
  it('counts the block itself, and stops at what is needed', () => {
    expect(depthOf(10n, 10n, 15)).toBe(1)
    expect(depthOf(23n, 10n, 15)).toBe(14)
    expect(depthOf(500n, 10n, 15)).toBe(15)
    expect(depthOf(9n, 10n, 15)).toBe(0)
  })
})

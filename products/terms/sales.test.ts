import { describe, expect, it } from 'vitest'
import { expectOnOffer, salesOf } from './sales.ts'

const sales = { dayMost: 50n, dayLeft: 30n, walletMost: 20n, walletLeft: 10n, isRising: false }
const caps = { dayValue: 5_000n, walletValue: 2_000n }

describe('what packages still sell today', () => {
  it('is what is left for the wallet, and of the day, not a unit more', () => {
    expect(() => expectOnOffer(10n, sales)).not.toThrow()
    expect(() => expectOnOffer(11n, sales)).toThrow('invest.wallet_quota')
    expect(() => expectOnOffer(9n, { ...sales, dayLeft: 9n })).not.toThrow()
    expect(() => expectOnOffer(10n, { ...sales, dayLeft: 9n })).toThrow('invest.quota_full')
  })

  it('is nothing while the coin rises by more than its value may follow', () => {
    expect(() => expectOnOffer(1n, { ...sales, isRising: true })).toThrow('invest.price_rising')
  })

  it('is for a wallet its own cap in the first half of the day, and a tenth of what is left in the other', () => {
    const leftFor = (sold: bigint, own: bigint) => salesOf(caps, { sold, own }).walletLeft
    expect(leftFor(0n, 0n)).toBe(2_000n)
    expect(leftFor(0n, 1_500n)).toBe(500n)
    expect(leftFor(2_000n, 0n)).toBe(500n)
    expect(leftFor(2_000n, 2_000n)).toBe(0n)
    expect(leftFor(2_500n, 0n)).toBe(250n)
    expect(leftFor(4_000n, 0n)).toBe(100n)
    expect(leftFor(4_000n, 60n)).toBe(40n)
    expect(leftFor(5_000n, 0n)).toBe(0n)
    expect(leftFor(6_000n, 0n)).toBe(0n)
  })
})

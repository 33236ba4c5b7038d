import { describe, expect, it } from 'vitest'
import { expectOnOffer, salesOf } from './sales.ts'

const caps = { dayValue: 5_000n, walletValue: 2_000n }
const offer = (sold: bigint, own: bigint) => ({ ...salesOf(caps, { sold, own }), isRising: false })

describe('what packages still sell today', () => {
  it('is what is left for the wallet, and of the day, not a unit more', () => {
    expect(() => expectOnOffer(500n, offer(1_500n, 1_500n))).not.toThrow()
    expect(() => expectOnOffer(501n, offer(1_500n, 1_500n))).toThrow('invest.wallet_quota')
    expect(() => expectOnOffer(1n, offer(4_990n, 0n))).not.toThrow()
    expect(() => expectOnOffer(11n, offer(4_990n, 0n))).toThrow('invest.quota_full')
  })

  it('counts every piece of a purchase, as if they were bought one after the other', () => {
    expect(() => expectOnOffer(500n, offer(0n, 0n), 4)).not.toThrow()
    expect(() => expectOnOffer(500n, offer(0n, 0n), 5)).toThrow('invest.wallet_quota')
    expect(() => expectOnOffer(1_000n, offer(4_000n, 0n), 2)).toThrow('invest.quota_full')
    // The second half of a day: a tenth of what the pieces before leave.
    expect(() => expectOnOffer(50n, offer(4_000n, 0n), 1)).not.toThrow()
    expect(() => expectOnOffer(50n, offer(4_000n, 0n), 2)).toThrow('invest.wallet_quota')
    expect(() => expectOnOffer(45n, offer(4_000n, 0n), 2)).not.toThrow()
  })

  it('is nothing while the coin rises by more than its value may follow', () => {
    expect(() => expectOnOffer(1n, { ...offer(0n, 0n), isRising: true })).toThrow('invest.price_rising')
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

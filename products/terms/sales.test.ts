import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { Refusal } from '#kit/failure.ts'
import { firstDigit } from '#kit/text/privacy.ts'
import { expectOnOffer, offerToQuote, salesOf } from './sales.ts'

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

  const sold = fc.bigInt({ min: 0n, max: 5_500n })
  const own = fc.bigInt({ min: 0n, max: 2_000n })

  it('is quoted alike whatever others bought, while what is left has the same first digit', () => {
    fc.assert(
      fc.property(sold, sold, own, (one, other, bought) => {
        const [first, second] = [offer(one, bought), offer(other, bought)]
        fc.pre(firstDigit(first.dayLeft) === firstDigit(second.dayLeft))
        expect(offerToQuote(first)).toEqual(offerToQuote(second))
      }),
    )
    expect(offerToQuote(offer(1_250n, 0n))).toMatchObject({ dayLeft: 3_999n, walletLeft: 1_499n })
    expect(offerToQuote(offer(0n, 0n))).toMatchObject({ dayLeft: 5_000n, walletLeft: 2_000n })
    expect(offerToQuote(offer(5_000n, 0n))).toMatchObject({ dayLeft: 0n, walletLeft: 0n })
  })

  it('is refused with an amount that fits, which tells no more than the first digit of what is left', () => {
    fc.assert(
      fc.property(sold, own, fc.bigInt({ min: 1n, max: 5_000n }), (others, bought, paid) => {
        const now = offer(others, bought)
        try {
          expectOnOffer(paid, now)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          const left = parseUnits(error.params.left ?? '') ?? -1n
          expect(left >= 0n && left < paid).toBe(true)
          if (left <= now.walletLeft && left > 0n) expect(() => expectOnOffer(left, now)).not.toThrow()
          if (error.key === 'invest.wallet_quota') expect(left <= now.walletLeft).toBe(true)
          else expect(left).toBe(firstDigit(now.dayLeft))
        }
      }),
    )
  })
})

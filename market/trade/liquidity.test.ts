import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joined, left, rootOf, sharesFor, stakeOf, worthOf } from './liquidity.ts'

const units = fc.bigInt({ min: 1n, max: 10n ** 16n })
const markets = fc.record({ base: units, quoted: units, shares: units })

describe('shares of a market', () => {
  it('has the whole root of any square', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n }), (square) => {
        const root = rootOf(square)
        expect(root * root <= square && (root + 1n) * (root + 1n) > square).toBe(true)
      }),
    )
  })

  it('are √(a·b) at first, later the smaller part of either reserve', () => {
    const none = { base: 0n, quoted: 0n, shares: 0n }
    expect(sharesFor(none, 400n, 900n)).toBe(600n)
    expect(stakeOf(none, 400n, 900n)).toEqual({ shares: 600n, base: 400n, quoted: 900n })
    const market = { base: 1_000n, quoted: 20_000n, shares: 4_000n }
    expect(sharesFor(market, 10n, 200n)).toBe(40n)
    expect(stakeOf(market, 10n, 100n)).toEqual({ shares: 20n, base: 5n, quoted: 100n })
  })

  it('are rounded down, what they cost up, and what they bring down', () => {
    const market = { base: 7n, quoted: 11n, shares: 5n }
    expect(sharesFor(market, 3n, 11n)).toBe(2n)
    expect(sharesFor(market, 7n, 6n)).toBe(2n)
    expect(stakeOf(market, 3n, 11n)).toEqual({ shares: 2n, base: 3n, quoted: 5n })
    expect(worthOf(market, 2n)).toEqual({ shares: 2n, base: 2n, quoted: 4n })
    expect(worthOf(market, 1n)).toEqual({ shares: 1n, base: 1n, quoted: 2n })
    expect(left(market, { shares: 2n, base: 3n, quoted: 5n })).toEqual({ shares: 3n, base: 4n, quoted: 6n })
    expect(joined(market, { shares: 2n, base: 3n, quoted: 5n })).toEqual({ shares: 7n, base: 10n, quoted: 16n })
  })

  it('are √(a·b) where only one side is empty too, and none of an empty market bring nothing', () => {
    const market = { base: 5n, quoted: 5n, shares: 5n }
    for (const empty of [{ base: 0n }, { quoted: 0n }, { shares: 0n }]) {
      expect(sharesFor({ ...market, ...empty }, 4n, 9n)).toBe(6n)
      expect(stakeOf({ ...market, ...empty }, 4n, 9n)).toEqual({ shares: 6n, base: 4n, quoted: 9n })
    }
    expect(worthOf({ base: 0n, quoted: 0n, shares: 0n }, 0n)).toEqual({ shares: 0n, base: 0n, quoted: 0n })
  })

  it('take no more than was offered, and nobody loses by another’s joining', () => {
    fc.assert(
      fc.property(markets, units, units, units, (market, base, quoted, part) => {
        const stake = stakeOf(market, base, quoted)
        expect(stake.base <= base && stake.quoted <= quoted).toBe(true)
        const own = part % (market.shares + 1n)
        const [before, after] = [worthOf(market, own), worthOf(joined(market, stake), own)]
        expect(after.base >= before.base && after.quoted >= before.quoted).toBe(true)
      }),
    )
  })

  it('bring back at most what they cost, and nobody loses by another’s leaving', () => {
    fc.assert(
      fc.property(markets, units, units, (market, base, quoted) => {
        const stake = stakeOf(market, base, quoted)
        const back = worthOf(joined(market, stake), stake.shares)
        expect(back.base <= stake.base && back.quoted <= stake.quoted).toBe(true)
        const rest = left(joined(market, stake), back)
        expect(rest.shares).toBe(market.shares)
        expect(rest.base >= market.base && rest.quoted >= market.quoted).toBe(true)
      }),
    )
  })
})

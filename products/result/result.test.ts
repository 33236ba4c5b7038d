import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { resultOf, usdtOf } from './result.ts'

const rates: Partial<Record<Coin, bigint>> = { USDT: 100n, WLD: 125n, ATMC: 20n }
const usdt = (coin: Coin) => {
  const rate = rates[coin]
  return rate === undefined ? undefined : { numerator: rate, denominator: 100n }
}
const of = (asset: Coin, units: bigint) => ({ asset, units })

describe('a result', () => {
  it('says what went in, what came back, what was given up, and what that is', () => {
    const paid = [of('USDT', 10_000n), of('ATMC', 500n)]
    const back = [of('USDT', 10_010n)]
    const result = resultOf(paid, back, usdt)
    expect(result.goesIn).toEqual(paid)
    expect(result.gained).toEqual([of('USDT', 10n)])
    expect(result.givenUp).toEqual([of('ATMC', 500n)])
    expect(result.usdt).toBe(10n - 100n)
  })

  it('needs no price for a coin that comes back as it went in', () => {
    expect(resultOf([of('ATMX', 7n)], [of('ATMX', 7n)], usdt).usdt).toBe(0n)
    expect(resultOf([of('ATMX', 7n)], [of('ATMX', 6n)], usdt).usdt).toBeUndefined()
  })

  it('rounds a gain down and a loss up', () => {
    expect(usdtOf([of('WLD', 1n)], usdt)).toBe(1n)
    expect(usdtOf([of('WLD', -1n)], usdt)).toBe(-2n)
  })

  it('adds amounts of the same coin before it values them', () => {
    expect(usdtOf([of('WLD', 1n), of('WLD', -1n)], usdt)).toBe(0n)
    expect(resultOf([], [of('ATMC', 3n), of('ATMC', 4n)], usdt).comesBack).toEqual([of('ATMC', 7n)])
  })

  it('gives POWER no price', () => {
    expect(usdtOf([{ asset: 'POWER', units: 5n }], usdt)).toBe(0n)
  })

  it('never says more than the coins are worth, and turning it around never gains', () => {
    const amount = fc.record({
      asset: fc.constantFrom(...coins.filter((coin) => coin in rates)),
      units: fc.bigInt(1n, 10n ** 15n),
    })
    const some = fc.array(amount, { maxLength: 5 })
    fc.assert(
      fc.property(some, some, (paid, back) => {
        const there = resultOf(paid, back, usdt).usdt ?? 0n
        const andBack = resultOf(back, paid, usdt).usdt ?? 0n
        expect(there + andBack <= 0n).toBe(true)
      }),
    )
  })
})

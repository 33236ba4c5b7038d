import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coins } from '#kit/amount/coins.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { coinsOf, priceOf, priceScale, swap, timeWeightedPrice, usdtOutcomes } from './market.ts'

const reserve = fc.bigInt({ min: 1n, max: 10n ** 17n })
const at = (ms: number) => new Date(1_800_000_000_000 + ms)

describe('a constant-product market', () => {
  it('takes 0.3 % rounded up and gives the rest of the curve rounded down', () => {
    const answer = swap(1_000_000n, 1_000_000n, 1_001n)
    expect(answer).toMatchObject({ fee: 4n, net: 997n, received: 996n })
    expect(answer.impact).toEqual({ numerator: 997n, denominator: 1_000_997n })
  })

  it('never lets the product of its reserves shrink, nor a reserve run dry', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt({ min: 1n, max: 10n ** 15n }), (reserveIn, reserveOut, given) => {
        const { fee, net, received } = swap(reserveIn, reserveOut, given)
        expect(fee + net).toBe(given)
        expect(received < reserveOut || reserveOut === 0n).toBe(true)
        expect((reserveIn + net) * (reserveOut - received) >= reserveIn * reserveOut).toBe(true)
      }),
    )
  })

  it('gives back less than was given when one trades there and back', () => {
    fc.assert(
      fc.property(reserve, reserve, fc.bigInt({ min: 1n, max: 10n ** 15n }), (reserveIn, reserveOut, given) => {
        const there = swap(reserveIn, reserveOut, given)
        const back = swap(reserveOut - there.received, reserveIn + there.net, there.received)
        expect(back.received < given).toBe(true)
      }),
    )
  })
})

describe('the guide price', () => {
  const now = at(10 * dayMs)
  const ago = (ms: number, price: bigint) => ({ at: new Date(now.getTime() - ms), price })

  it('weighs each price by how long it stood', () => {
    expect(timeWeightedPrice([ago(30 * hourMs, 100n), ago(6 * hourMs, 200n)], now)).toBe(125n)
  })

  it('starts at the first trade when there is none before', () => {
    expect(timeWeightedPrice([ago(4 * hourMs, 100n), ago(hourMs, 200n)], now)).toBe(125n)
  })

  it('lets the last price stand for 7 days, then has none', () => {
    expect(timeWeightedPrice([ago(7 * dayMs, 100n)], now)).toBe(100n)
    expect(timeWeightedPrice([ago(7 * dayMs + 1, 100n)], now)).toBeUndefined()
    expect(timeWeightedPrice([], now)).toBeUndefined()
  })

  it('weighs a first trade after a long silence by how long it stood, and not by itself', () => {
    expect(timeWeightedPrice([ago(9 * dayMs, 100n), ago(6 * hourMs, 200n)], now)).toBe(125n)
    expect(timeWeightedPrice([ago(9 * dayMs, 100n), ago(0, 200n)], now)).toBe(100n)
  })

  it('is the last price when the only trade happened this very moment', () => {
    expect(timeWeightedPrice([ago(0, 100n)], now)).toBe(100n)
  })

  it('reads a price off two amounts', () => {
    expect(priceOf(120_000_000n, 100_000_000n)).toBe((priceScale * 12n) / 10n)
  })
})

describe('the ways a coin is valued in USDT', () => {
  it('are its own market, then those of a coin that has one', () => {
    expect(usdtOutcomes('USDT')).toEqual([[]])
    expect(usdtOutcomes('WLD')).toEqual([['USDT-WLD']])
    expect(usdtOutcomes('ATMC')).toEqual([['USDT-ATMC']])
    expect(usdtOutcomes('ATMX')).toEqual([['USDT-ATMX'], ['WLD-ATMX', 'USDT-WLD']])
  })

  it('end at USDT and begin with the coin, each step for the base of the one before', () => {
    for (const coin of coins)
      for (const way of usdtOutcomes(coin)) {
        const end = way.reduce<string>((at, pair) => {
          expect(coinsOf(pair).quoted, way.join(' ')).toBe(at)
          return coinsOf(pair).base
        }, coin)
        expect(end).toBe('USDT')
      }
  })
})

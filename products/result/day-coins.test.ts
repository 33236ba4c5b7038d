import { describe, expect, it } from 'vitest'
import type { Coin } from '#kit/amount/coins.ts'
import { testProducts } from '../terms/test-order.ts'
import { dayCoinsAlone, isPriced } from './day-coins.ts'

const one = 100_000_000n
const usdt = (coin: Coin) => (coin === 'ATMC' ? { numerator: 1n, denominator: 5n } : { numerator: 1n, denominator: 1n })
const modelOf = (id: number) => {
  const found = testProducts.find((each) => each.id === id)
  if (!found) throw new Error(`no product ${id}`)
  return found
}

describe('what a day pays a model that is alone in its pot', () => {
  it('is its part of the full weight', () => {
    const machines = { coins: [{ asset: 'ATMC', units: 2_000n * one } as const], full: 1_000n * one }
    expect(dayCoinsAlone(modelOf(40), machines, usdt)).toEqual([{ asset: 'ATMC', units: 20n * one }])
    const fees = [
      { asset: 'USDT', units: 4n * one },
      { asset: 'ATMC', units: 100n * one },
    ] as const
    expect(dayCoinsAlone(modelOf(45), { coins: fees, full: 100n * one }, usdt)).toEqual([
      { asset: 'USDT', units: one / 25n },
      { asset: 'ATMC', units: one },
    ])
  })

  it('is never more of a machine than a hundredth of its price, and nothing where the coin has none', () => {
    const rich = { coins: [{ asset: 'ATMC', units: 1_000_000n * one } as const], full: 1_000n * one }
    expect(dayCoinsAlone(modelOf(40), rich, usdt)).toEqual([{ asset: 'ATMC', units: 25n * one }])
    expect(dayCoinsAlone(modelOf(40), rich, () => undefined)).toEqual([])
  })

  it('is asked of models with a price alone', () => {
    expect([1, 20, 30, 34, 40, 45].map((id) => isPriced(modelOf(id)))).toEqual([false, false, false, false, true, true])
  })
})

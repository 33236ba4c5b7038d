import { describe, expect, it } from 'vitest'
import { testProducts } from '../terms/test-order.ts'
import { lastsDays, poolOf } from './pool-use.ts'

describe('the pool of a product', () => {
  it('is the one its line promises from or shares, and the compute pool where POWER is all', () => {
    const of = (id: number) => {
      const product = testProducts.find((each) => each.id === id)
      return product && poolOf(product)
    }
    expect(of(2)).toEqual({ pool: 'dual', coins: ['WLD'] })
    expect(of(21)).toEqual({ pool: 'compound', coins: ['ATMC'] })
    expect(of(40)).toEqual({ pool: 'machine', coins: ['ATMC'] })
    expect(of(45)).toMatchObject({ pool: 'node', passesOn: true })
    expect(of(3)).toEqual({ pool: 'compute', coins: ['ATMC'] })
    for (const id of [22, 26, 30, 34]) expect(of(id)).toBeUndefined()
  })
})

describe('how long a pool lasts', () => {
  const use = { pool: 'dual', coins: ['USDT'], days: 3 } as const
  const of = (free: bigint, used: bigint) => lastsDays({ ...use, uses: [{ asset: 'USDT', free, used, received: 5n }] })

  it('is what is free by what went out a day, rounded down, whatever came in', () => {
    expect(of(100n, 7n)).toBe(42)
    expect(of(0n, 7n)).toBe(0)
  })

  it('is unknown where nothing went out, and has no answer where what comes in is passed on', () => {
    expect(of(100n, 0n)).toBeUndefined()
    expect(of(100n, -1n)).toBeUndefined()
    const uses = [{ asset: 'USDT', free: 5n, used: 5n, received: 5n }] as const
    expect(lastsDays({ ...use, pool: 'node', passesOn: true, uses })).toBeUndefined()
  })
})

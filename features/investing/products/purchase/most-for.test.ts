import { describe, expect, it } from 'vitest'
import { mostFor } from './most-for.ts'

const product = { base: 'USDT', side: 'ATMC', sidePrice: '0.2' } as const
const period = { sideShare: '0.04' }
const has = (usdt: string, atmc?: string) => (coin: string) => (coin === 'USDT' ? usdt : atmc)

describe('the most that can be put in', () => {
  it('is all there is while the side coin is enough', () => {
    expect(mostFor(product, period, has('100', '1000'))).toBe('100')
    expect(mostFor(product, { sideShare: '0' }, has('100', '0'))).toBe('100')
    expect(mostFor({ ...product, side: null }, period, has('100'))).toBe('100')
  })

  it('is what the side coin is enough for, with the margin a moving price may take', () => {
    // 10.2 ATMC cover 2 USDT plus a margin of 2 %; 2 USDT are 4 % of 50.
    expect(mostFor(product, period, has('100', '10.2'))).toBe('50')
    expect(mostFor(product, period, has('100', '0'))).toBe('0')
  })

  it('says nothing while nobody knows the balance, and all without a price', () => {
    expect(mostFor(product, period, () => undefined)).toBeUndefined()
    expect(mostFor({ ...product, sidePrice: null }, period, has('100', '1'))).toBe('100')
  })
})

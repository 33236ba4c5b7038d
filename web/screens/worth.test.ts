import { describe, expect, it } from 'vitest'
import { inUseOf, worthOverDay } from './worth.ts'

const asset = (coin: string, available: string, held = '0', inOrders = '0', inMarkets = '0') => ({
  coin,
  available,
  held,
  inOrders,
  inMarkets,
})
const market = (coin: string, ...prices: string[]) => ({
  coin,
  price: prices.at(-1) ?? null,
  spark: prices.map((price) => ({ price })),
})

it('adds up what is not available, where there is any', () => {
  expect(inUseOf(asset('WLD', '1', '2', '4.5', '3.00000001'))).toBe('9.50000001')
  expect(inUseOf(asset('WLD', '1'))).toBeUndefined()
})

describe('what coins were worth over the day', () => {
  it('counts all parts of a coin at the price of each moment', () => {
    const day = worthOverDay([asset('WLD', '1', '2', '4', '3'), asset('USDT', '100')], [market('WLD', '2', '2.5')])
    expect(day).toEqual({ trend: [120, 125], change: '5', share: '0.0417' })
  })

  it('says losses with their sign', () => {
    expect(worthOverDay([asset('WLD', '10')], [market('WLD', '4', '3')])).toMatchObject({
      change: '-10',
      share: '-0.25',
    })
  })

  it('says nothing without a priced coin', () => {
    expect(worthOverDay([asset('USDT', '100')], [market('WLD', '2', '3')])).toBeUndefined()
    expect(worthOverDay([asset('WLD', '1')], [market('WLD')])).toBeUndefined()
    expect(worthOverDay([], [])).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { pairRate } from './pair-rate.ts'

describe('the rate of a pair', () => {
  it('is told in one direction, whichever coin is given', () => {
    expect(pairRate('WLD', 'USDT', '1.25')).toEqual({ one: 'WLD', rate: '1.25', coin: 'USDT' })
    expect(pairRate('USDT', 'WLD', '0.8')).toEqual({ one: 'WLD', rate: '1.25', coin: 'USDT' })
  })

  it('rounds the price of a buyer up', () => {
    expect(pairRate('USDT', 'WLD', '0.79533371').rate).toBe('1.25733386')
    expect(pairRate('USDT', 'WLD', '3').rate).toBe('0.33333334')
  })

  it('leaves a rate of nothing as it is', () => {
    expect(pairRate('USDT', 'WLD', '0')).toEqual({ one: 'USDT', rate: '0', coin: 'WLD' })
  })
})

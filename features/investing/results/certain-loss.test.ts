import { expect, it } from 'vitest'
import { testItem } from '../products/test-product.ts'
import { certainLoss, freeTerm } from './certain-loss.ts'

type Way = Parameters<typeof certainLoss>[0][number]

const usdt = (amount: string) => ({ asset: 'USDT', amount })
const atmc = { asset: 'ATMC', amount: '24.98' }
const way = (changes: Partial<Way>): Way => ({
  ...{ way: 'off', sure: true, goesIn: [usdt('500'), atmc], comesBack: [usdt('500.5')], givenUp: [atmc] },
  ...{ power: '0', usdt: '-4.52', priced: true, breaksEven: null },
  ...changes,
})
const on = way({ way: 'on', comesBack: [usdt('500.5'), atmc], givenUp: [], usdt: '0.5' })

it('is what stopping costs, and nothing while the order goes on', () => {
  expect(certainLoss([on, way({})], false)).toEqual({ is: 'lost', amount: '4.52', coin: 'USDT' })
  expect(certainLoss([on, way({})], true)).toBeUndefined()
  expect(certainLoss([on, way({})], undefined)).toBeUndefined()
})

it('is told in the coin that is lost where it has no price', () => {
  expect(certainLoss([on, way({ usdt: null })], false)).toEqual({ is: 'lost', amount: '24.98', coin: 'ATMC' })
})

it('is a price that is spent, and coins that are worth less than they cost', () => {
  const end = way({ way: 'end', goesIn: [usdt('500')], comesBack: [], givenUp: [usdt('500')], usdt: '-500' })
  expect(certainLoss([end], undefined)).toEqual({ is: 'spent', amount: '500', coin: 'USDT' })
  expect(certainLoss([{ ...end, comesBack: [atmc], usdt: '-1.2' }], undefined)).toMatchObject({
    is: 'lost',
    amount: '1.2',
  })
})

it('is nothing where everything comes back, and unknown where a market decides', () => {
  expect(certainLoss([way({ way: 'end', givenUp: [], usdt: '0' })], undefined)).toBeUndefined()
  expect(certainLoss([way({ way: 'end', sure: false, usdt: null })], undefined)).toBeUndefined()
  expect(certainLoss([way({ usdt: '-0' })], false)).toBeUndefined()
})

it('finds the term that asks for no second coin', () => {
  const [period] = testItem().periods
  if (!period) throw new Error('no period')
  const terms = (...shares: readonly [days: number, sideShare: string][]) => ({
    periods: shares.map(([days, sideShare]) => ({ ...period, days, sideShare })),
  })
  expect(freeTerm(terms([1, '0'], [7, '0.01']), 7)).toBe(1)
  expect(freeTerm(terms([1, '0'], [7, '0.01']), 1)).toBeUndefined()
  expect(freeTerm(terms([7, '0.01'], [30, '0.04']), 7)).toBeUndefined()
})

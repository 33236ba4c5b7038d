import { expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { directionAt, giveFor, pairAt } from './exchange-start.ts'

const pairs = [
  { id: 1, base: 'USDT', quoted: 'WLD', price: '1.25' },
  { id: 2, base: 'USDT', quoted: 'ATMC', price: '0.2' },
  { id: 3, base: 'WLD', quoted: 'ATMX', price: '0.016' },
  { id: 4, base: 'USDT', quoted: 'ATMX', price: '0.02' },
] as const
const at = (start: Parameters<typeof pairAt>[1]) => {
  const pair = pairAt(pairs, start)
  return [pair?.id, pair && directionAt(pair, start)]
}

it('opens on the pair of the coins that the address names, in the direction that gives the one for the other', () => {
  expect(at({ give: 'USDT', receive: 'ATMC' })).toEqual([2, 'buy'])
  expect(at({ give: 'ATMX', receive: 'WLD' })).toEqual([3, 'sell'])
  expect(at({ receive: 'ATMC' })).toEqual([2, 'buy'])
  expect(at({ receive: 'USDT' })).toEqual([1, 'sell'])
  expect(at({ give: 'ATMC' })).toEqual([2, 'sell'])
  expect(at({ pairId: 4, give: 'ATMX' })).toEqual([4, 'sell'])
  expect(at({ pairId: 4 })).toEqual([4, 'buy'])
})

it('opens on the first pair where the coins belong to none', () => {
  expect(at({})).toEqual([1, 'buy'])
  expect(at({ pairId: 9 })).toEqual([1, 'buy'])
  // There is no direct pair, so the coin given decides.
  expect(at({ give: 'ATMC', receive: 'WLD' })).toEqual([2, 'sell'])
})

const rules = { items: pairs, minimumValue: '5', feeShare: '0.003' }
const give = (id: number, direction: 'buy' | 'sell', need: string) => {
  const pair = pairs.find((each) => each.id === id)
  return pair ? giveFor(rules, pair, direction, need) : undefined
}

it('fills in what is to be given so that what is missing arrives, a little more than the price says', () => {
  // (1,000 × 0.2 / 0.997) plus one percent.
  expect(give(2, 'buy', '1000')).toBe('202.61')
  // (100 USDT / 0.2 / 0.997) plus one percent.
  expect(give(2, 'sell', '100')).toBe('506.52')
})

it('fills in the smallest exchange where less is missing', () => {
  expect(give(2, 'buy', '5.0963')).toBe('5.00')
  // 5 USDT at that coin's pair, plus one percent for a deviating guide price.
  expect(give(2, 'sell', '0.01')).toBe('25.25')
  expect(give(3, 'buy', '1')).toBe('4.04')
  // 0.00000002 USDT, rounded up to 0.01 without a known minimum or price.
  const free = { ...rules, minimumValue: '0', feeShare: '0' }
  expect(giveFor(free, { id: 2, base: 'USDT', quoted: 'ATMC', price: '1' }, 'buy', '0.00000001')).toBe('0.01')
  const unpriced = { ...rules, items: [{ id: 2, base: 'USDT', quoted: 'ATMC', price: '0' }], feeShare: '0' }
  expect(giveFor(unpriced, { id: 5, base: 'ATMC', quoted: 'WLD', price: '1' }, 'buy', '1')).toBe('1.01')
  expect(giveFor({ ...unpriced, items: [] }, { id: 5, base: 'ATMC', quoted: 'WLD', price: '1' }, 'buy', '1')).toBe(
    '1.01',
  )
})

it('rounds every step up, so that a cent more is given rather than one too few', () => {
  const free = { items: [], minimumValue: '0', feeShare: '0' }
  const costs = (price: string, need: string, direction: 'buy' | 'sell' = 'buy', feeShare = '0') =>
    giveFor({ ...free, feeShare }, { id: 2, base: 'USDT', quoted: 'ATMC', price }, direction, need)
  // 0.01980198 plus one percent is 0.0199999998, 0.01980199 gives 0.0200000099.
  expect(['0.01980198', '0.01980199'].map((need) => costs('1', need))).toEqual(['0.02', '0.03'])
  // Each is 0.019801985 before rounding up.
  expect([costs('0.5', '0.03960397'), costs('2', '0.03960397', 'sell')]).toEqual(['0.03', '0.03'])
  // 0.01974258 / 0.997 is 0.0198019859.
  expect(costs('1', '0.01974258', 'buy', '0.003')).toBe('0.03')
  // No share means no fee.
  expect(costs('1', '0.01980198', 'buy', '')).toBe('0.02')
  const least = {
    items: [{ id: 2, base: 'USDT', quoted: 'ATMC', price: '2' }],
    minimumValue: '0.03960397',
    feeShare: '0',
  }
  expect(giveFor(least, { id: 2, base: 'USDT', quoted: 'ATMC', price: '1' }, 'sell', '0.00000001')).toBe('0.03')
})

it('reads a price of a single unit', () => {
  const items = [{ id: 2, base: 'USDT', quoted: 'ATMC', price: '0.00000001' }] as const
  // 1,000,000 × 0.00000001 plus one percent.
  expect(giveFor({ ...rules, minimumValue: '0', feeShare: '0' }, items[0], 'buy', '1000000')).toBe('0.02')
  const pair = { id: 2, base: 'USDT', quoted: 'ATMC', price: '1' }
  // 5 USDT / 0.00000001 plus one percent.
  expect(giveFor({ ...rules, items }, pair, 'sell', '1')).toBe('505000000.00')
  expect(giveFor({ ...rules, items, minimumValue: '', feeShare: '0' }, pair, 'sell', '0.00000001')).toBe('0.01')
})

it('fills in nothing where nothing is asked for, or no price is known', () => {
  expect(give(2, 'buy', '')).toBe('')
  expect(give(2, 'buy', 'much')).toBe('')
  expect(give(2, 'buy', '0')).toBe('')
  expect(giveFor(rules, { id: 2, base: 'USDT', quoted: 'ATMC', price: null }, 'buy', '5')).toBe('')
  expect(giveFor(rules, { id: 2, base: 'USDT', quoted: 'ATMC', price: '0' }, 'buy', '5')).toBe('')
  expect(parseUnits(give(4, 'buy', '90000000000') ?? '')).toBeGreaterThan(0n)
})

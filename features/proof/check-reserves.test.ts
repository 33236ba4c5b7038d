import { expect, it } from 'vitest'
import { type CoveredCoin, otherFigure } from './check-reserves.ts'

const usdt: CoveredCoin = { coin: 'USDT', reserves: '12.5', owed: '10', venue: '0', covered: true, ratio: '1.25' }
const wld: CoveredCoin = { coin: 'WLD', reserves: '0', owed: '0', venue: '0', covered: true, ratio: null }
type Items = Parameters<typeof otherFigure>[0]
const item = (of: CoveredCoin, change: object = {}) => ({ ...of, stopped: null, ...change }) as Items[number]

it('takes figures of reserves for those of the signed texts, whatever zeros end them', () => {
  expect(otherFigure([item(usdt), item(wld)], [usdt, wld])).toBeUndefined()
  expect(otherFigure([item(usdt, { reserves: '12.50' }), item(wld)], [usdt, wld])).toBeUndefined()
})

it('finds a figure on the screen that the signed texts do not come to, a coin too many, too few, or out of place', () => {
  for (const change of [
    { reserves: '12.50000001' },
    { reserves: '1250' },
    { owed: '9' },
    { venue: '1' },
    { covered: false },
    { ratio: '2' },
    { ratio: null },
  ])
    expect(otherFigure([item(usdt, change), item(wld)], [usdt, wld]), JSON.stringify(change)).toBe('figures of USDT')
  expect(otherFigure([item(usdt)], [usdt, wld])).toBe('figures of WLD')
  expect(otherFigure([item(usdt), item(wld), item(wld)], [usdt, wld])).toBe('figures of another coin')
  expect(otherFigure([item(wld), item(usdt)], [usdt, wld])).toBe('figures of USDT')
  for (const reserves of ['1e3', '0x0c', ' 12.5', '+12.5', '-12.5', '012.5', ''])
    expect(() => otherFigure([item(usdt, { reserves })], [usdt]), reserves).toThrow('unreadable')
})

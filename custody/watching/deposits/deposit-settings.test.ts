import * as v from 'valibot'
import { expect, it } from 'vitest'
import { depositMinimum, depositMinimums, depositOpenings, dustFloor, dustFloors } from './deposit-settings.ts'

const one = 100_000_000n
const terms = { floors: {}, minimums: {} }

it('no setting of deposits hinders withdrawing, and their switch has a command of its own', () => {
  const all = [depositOpenings, depositMinimums, dustFloors]
  expect(all.map(({ narrowsWithdrawing, hasOwnVerb }) => [narrowsWithdrawing, hasOwnVerb ?? false])).toEqual([
    [false, true],
    [false, false],
    [false, false],
  ])
})

it('a deposit is credited at once from the minimum of its chain and coin', () => {
  expect(depositMinimum({}, 'tron', 'USDT')).toBe(5n * one)
  expect(depositMinimum({}, 'eth', 'WLD')).toBe(one)
  expect(depositMinimum({ 'eth.WLD': '2.5' }, 'eth', 'WLD')).toBe((5n * one) / 2n)
  expect(() => depositMinimum({}, 'tron', 'WLD')).toThrow('travels')
})

it('payments below a hundredth of a coin are counted together, unless operators set 0.0001 to 1', () => {
  expect(dustFloors.initial).toMatchObject({ USDT: '0.01', ATMX: '0.01' })
  const accepts = (text: string) => v.is(dustFloors.schema, { USDT: text })
  expect(['0.0001', '1'].map(accepts)).toEqual([true, true])
  expect(['0.00009999', '1.00000001', '', 'much'].map(accepts)).toEqual(Array(4).fill(false))
  expect(dustFloor(terms, 'bsc', 'USDT')).toBe(one / 100n)
  expect(dustFloor({ ...terms, floors: { USDT: '0.5' } }, 'bsc', 'USDT')).toBe(one / 2n)
})

it('at most a thousand larger payments wait below the minimum', () => {
  const floorAt = (minimum: string) => dustFloor({ floors: {}, minimums: { 'bsc.USDT': minimum } }, 'bsc', 'USDT')
  expect([floorAt('10'), floorAt('10.00001'), floorAt('50')]).toEqual([one / 100n, 1_000_001n, one / 20n])
})

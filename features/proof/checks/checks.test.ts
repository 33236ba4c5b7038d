import { expect, it } from 'vitest'
import { checked, isEnough, noChecks } from './checks.ts'

const after = (...newest: readonly string[]) => newest.reduce(checked, noChecks)

it('a difference is said after three looks in a row of which nothing moved', () => {
  expect(isEnough(after('7', '7'))).toBe(false)
  expect(isEnough(after('7', '7', '7'))).toBe(true)
  expect(isEnough(after('', '', ''))).toBe(true)
})

it('is looked at again while something comes each time, and said in the end', () => {
  expect(isEnough(after('7', '8', '9', '10'))).toBe(false)
  expect(isEnough(after('7', '8', '8', '8'))).toBe(true)
  expect(isEnough(after(...Array.from({ length: 12 }, (_, place) => `${place}`)))).toBe(true)
})

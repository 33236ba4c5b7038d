import { expect, it } from 'vitest'
import { capRequest, requestOf } from './levels.ts'

const level = { hot: 1000n, owed: 0n, floor: 100n, ceiling: 2000n }

it('asks for nothing between floor and ceiling, at both ends too', () => {
  for (const hot of [100n, 1000n, 2000n]) expect(requestOf({ ...level, hot }), `${hot}`).toBeUndefined()
})

it('asks for a refill to the middle, with what is owed on top', () => {
  expect(requestOf({ ...level, hot: 99n })).toEqual({ kind: 'hot_low', units: 951n })
  expect(requestOf({ ...level, owed: 901n })).toEqual({ kind: 'hot_low', units: 951n })
  expect(requestOf({ ...level, owed: 5000n })).toEqual({ kind: 'hot_low', units: 5050n })
})

it('asks to take out what is above the ceiling, down to the middle, but never what is owed', () => {
  expect(requestOf({ ...level, hot: 2001n })).toEqual({ kind: 'hot_high', units: 951n })
  expect(requestOf({ ...level, hot: 2001n, owed: 500n })).toBeUndefined()
})

it('knows only the floor where no ceiling is set', () => {
  expect(requestOf({ ...level, floor: 0n, ceiling: undefined, hot: 10n ** 18n })).toBeUndefined()
  expect(requestOf({ ...level, floor: 0n, ceiling: undefined, hot: 5n, owed: 7n })).toEqual({
    kind: 'hot_low',
    units: 2n,
  })
})

it('says what is owed beyond what the contract still pays', () => {
  expect(capRequest(100n, 100n)).toBeUndefined()
  expect(capRequest(100n, 30n)).toEqual({ kind: 'cap_full', units: 70n })
})

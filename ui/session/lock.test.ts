// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { minuteMs } from '#kit/time/clock.ts'
import { isOver, lockChoices } from './lock.ts'

const usedAt = 1_764_000_000_000

it('locks once the chosen time has gone by without a touch, and never where never was chosen', () => {
  expect(isOver(usedAt, 5, usedAt + 5 * minuteMs - 1)).toBe(false)
  expect(isOver(usedAt, 5, usedAt + 5 * minuteMs)).toBe(true)
  expect(isOver(usedAt, 0, usedAt + 1e12)).toBe(false)
  expect([...lockChoices]).toEqual([1, 5, 15, 60, 0])
})
it('takes what nobody noted for long ago', () => expect(isOver(undefined, 60, usedAt)).toBe(true))

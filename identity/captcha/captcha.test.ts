import * as v from 'valibot'
import { expect, it } from 'vitest'
import { minuteMs } from '#kit/time/clock.ts'
import * as captcha from './captcha.ts'
import { closesHole, creationsWithoutPuzzle, leftAt, picture } from './captcha.ts'
import { inPiece } from './captcha-picture.server.ts'

it('reads where a piece was left, and nothing else', () => {
  expect([leftAt('0'), leftAt('276'), leftAt('12.5')]).toEqual([0, 276, 12.5])
  for (const odd of ['', '-1', '1e3', ' 7', '1.2345', '0x10', 'Infinity', '1234']) expect(leftAt(odd)).toBeUndefined()
})

it('closes a hole within five pixels', () => {
  expect([95, 100, 105].map((at) => closesHole(String(at), 100))).toEqual([true, true, true])
  expect([94.9, 105.1].map((at) => closesHole(String(at), 100))).toEqual([false, false])
  expect(closesHole('100px', 100)).toBe(false)
})

it('cuts a piece that stays within its square', () => {
  const { piece } = picture
  let points = 0
  for (let y = -3; y < piece + 3; y++)
    for (let x = -3; x < piece + 3; x++)
      if (inPiece(x, y)) {
        points += 1
        expect(x >= 0 && y >= 0 && x < piece && y < piece).toBe(true)
      }
  expect(points).toBeGreaterThan((piece * piece) / 2)
})

it('asks for a puzzle sooner, never later, without a second operator', () => {
  expect(creationsWithoutPuzzle.tightens?.(20, 5)).toBe(true)
  expect([20, 21].map((after) => creationsWithoutPuzzle.tightens?.(20, after))).toEqual([true, false])
  expect(creationsWithoutPuzzle.initial).toBe(20)
  const isTaken = (value: unknown) => v.is(creationsWithoutPuzzle.schema, value)
  expect([-1, 0, 1.5, 200, 201].map(isTaken)).toEqual([false, true, false, true, false])
  expect(creationsWithoutPuzzle.narrowsWithdrawing).toBe(false)
})

it('has its hole at least 70 pixels away, three tries, and two minutes from the moment a person can have seen it', () => {
  expect(picture).toEqual({ width: 320, height: 160, piece: 44 })
  expect([captcha.holeFrom, captcha.toleranceX, captcha.puzzleAttempts]).toEqual([70, 5, 3])
  expect([captcha.puzzleEarliestMs, captcha.puzzleLifeMs, captcha.solutionLifeMs]).toEqual([
    400,
    2 * minuteMs,
    2 * minuteMs,
  ])
})

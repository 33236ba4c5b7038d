import { expect, it } from 'vitest'
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
  expect(creationsWithoutPuzzle.tightens?.(20, 21)).toBe(false)
})

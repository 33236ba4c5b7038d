import { afterEach, describe, expect, it, vi } from 'vitest'
import { randomBelow, randomBytes, randomHex, randomText, randomUuid, seededDice } from './random.ts'

afterEach(() => void vi.restoreAllMocks())

/** The source returns these numbers, one after another. */
function drawing(...numbers: readonly number[]) {
  const left = [...numbers]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint32Array) array[0] = left.shift() ?? 0
    if (array instanceof Uint8Array) array.fill(left[0] ?? 0)
    return array
  })
}

describe('random text', () => {
  it('has the length asked for, in its alphabet', () => {
    expect(randomBytes(5)).toHaveLength(5)
    expect(randomText(3)).toMatch(/^[\w-]{4}$/)
    expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/)
    expect(randomHex(0)).toBe('')
    drawing(5)
    expect(randomHex(2)).toBe('0505')
  })

  it('is a UUID of version 4, whatever the bytes are', () => {
    expect(randomUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    drawing(0xff)
    expect(randomUuid()).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff')
    drawing(0)
    expect(randomUuid()).toBe('00000000-0000-4000-8000-000000000000')
  })
})

describe('a random number below a limit', () => {
  it('is drawn again from the last, incomplete range', () => {
    drawing(2 ** 32 - 1, 2 ** 32 - 2, 7)
    expect(randomBelow(10)).toBe(7)
    // 4,294,967,290 numbers are whole tens.
    drawing(4_294_967_290, 4_294_967_289)
    expect(randomBelow(10)).toBe(9)
    drawing(2 ** 32 - 1)
    expect(randomBelow(2 ** 32)).toBe(2 ** 32 - 1)
  })
})

describe('seeded dice', () => {
  it('draw the same numbers for the same seed, on every machine', () => {
    const numbers = (seed: number) => {
      const dice = seededDice(seed)
      return Array.from({ length: 5 }, () => dice.below(1_000_000))
    }
    expect(numbers(7)).toEqual([893_695, 980_390, 186_605, 383_741, 380_372])
    expect(numbers(-1)).toEqual(numbers(2 ** 32 - 1))
    expect(numbers(7)).not.toEqual(numbers(8))
  })

  it('pick every item, with a chance as asked', () => {
    const dice = seededDice(7)
    expect(new Set(Array.from({ length: 100 }, () => dice.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']))
    expect([dice.chance(0), dice.chance(1)]).toEqual([false, true])
    const often = Array.from({ length: 1_000 }, () => dice.chance(0.25)).filter(Boolean).length
    expect(Math.abs(often - 250)).toBeLessThan(60)
    expect(() => dice.pick([])).toThrow('nothing to pick from')
  })
})

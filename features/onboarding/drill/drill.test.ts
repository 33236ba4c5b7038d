import { describe, expect, it } from 'vitest'
import { dayMs } from '#kit/time/clock.ts'
import { isDrillDue, mayPutOff, nextDrill, placesOf, putOff } from './drill.ts'

const now = Date.parse('2026-11-27T12:00:00Z')

describe('the drill of three words', () => {
  it('is offered a quarter after the backup, and not before', () => {
    const drill = nextDrill(now)
    expect(isDrillDue(drill, now + 90 * dayMs)).toBe(false)
    expect(isDrillDue(drill, now + 91 * dayMs)).toBe(true)
    expect(isDrillDue(drill, now + 900 * dayMs)).toBe(true)
  })

  it('may be put off for a week, twice; a pass begins anew', () => {
    const first = nextDrill(now)
    const once = putOff(first, now)
    const twice = putOff(once, now)
    expect([mayPutOff(first), mayPutOff(once), mayPutOff(twice)]).toEqual([true, true, false])
    expect([isDrillDue(once, now + 7 * dayMs - 1), isDrillDue(once, now + 7 * dayMs)]).toEqual([false, true])
    expect(mayPutOff(nextDrill(now))).toBe(true)
  })

  it('is offered where a clock that ran ahead wrote the date', () => {
    expect(isDrillDue(nextDrill(now + 3650 * dayMs), now)).toBe(true)
  })

  it('asks for three different places in their order, each of them some time', () => {
    let seed = 7
    const chance = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const seen = new Set<number>()
    for (let round = 0; round < 200; round += 1) {
      const places = placesOf(12, chance)
      expect(places).toHaveLength(3)
      expect(new Set(places).size).toBe(3)
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      for (const place of places) seen.add(place)
    }
    expect([...seen].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  })
})

import { describe, expect, it } from 'vitest'
import { addMs } from '#kit/time/clock.ts'
import { timeLeftOf, type Usual, usualWaitOf } from './usual-waits.ts'

const now = new Date('2026-11-23T12:00:00Z')

describe('the usual wait', () => {
  it('is the middle one of the last, and the one that a tenth of them waited longer than', () => {
    const waits = Array.from({ length: 20 }, (_, place) => (20 - place) * 1_000)
    expect(usualWaitOf(waits)).toEqual({ middle: 11_000, slow: 18_000 })
    expect(usualWaitOf([5_000, 1_000, 4_000, 2_000, 90_000])).toEqual({ middle: 4_000, slow: 90_000 })
  })

  it('is not said of fewer than five, and one that a moved clock made less than nothing counts as none', () => {
    expect(usualWaitOf([1, 2, 3, 4])).toBeUndefined()
    expect(usualWaitOf([-5, -4, -3, -2, -1])).toEqual({ middle: 0, slow: 0 })
  })
})

describe('the time a withdrawal still takes', () => {
  const usual: Usual = { pace: { blockMs: 3_000, isLate: false }, wait: { middle: 20_000, slow: 60_000 } }
  const sending = { chain: 'tron', state: 'sending', blockNumber: null, isHeld: false } as const
  const left = (change: object, known: Usual = usual) =>
    timeLeftOf({ ...sending, letGoAt: addMs(now, -5_000), ...change }, known, 110n, now)

  it('is what is left of the usual wait, and twenty blocks of 3 s after it: 15 + 60 s', () => {
    expect(left({})).toEqual({ secondsLeft: 75, late: false })
    expect(left({ letGoAt: addMs(now, -30_000) })).toEqual({ secondsLeft: 60, late: false })
  })

  it('is the blocks that are missing once it is on the chain: of 20, those 100 to 110 are there', () => {
    expect(left({ state: 'confirming', blockNumber: 100n })).toEqual({ secondsLeft: 27, late: false })
    expect(left({ state: 'confirming', blockNumber: 91n })).toEqual({ secondsLeft: null, late: false })
  })

  it('is not guessed: it waited longer than a tenth do, or the chain is late', () => {
    expect(left({ letGoAt: addMs(now, -60_000) })).toEqual({ secondsLeft: 60, late: false })
    expect(left({ letGoAt: addMs(now, -60_001) })).toEqual({ secondsLeft: null, late: true })
    for (const state of ['sending', 'confirming'])
      expect(left({ state }, { ...usual, pace: { ...usual.pace, isLate: true } })).toEqual({
        secondsLeft: null,
        late: true,
      })
  })

  it('is not said where something holds it, where it is over, and where nothing is usual yet', () => {
    for (const change of [
      { isHeld: true },
      { state: 'held' },
      { state: 'reviewing' },
      { state: 'done' },
      { letGoAt: null },
    ])
      expect(left(change)).toEqual({ secondsLeft: null, late: false })
    expect(left({}, { ...usual, wait: undefined })).toEqual({ secondsLeft: null, late: false })
  })
})

import { describe, expect, it } from 'vitest'
import { isEnded, pollMs, stepsOf } from './steps.ts'

const marks = (state: Parameters<typeof stepsOf>[0]) => stepsOf(state).map(({ at }) => at)

describe('the way of a withdrawal', () => {
  it('has what lies behind, where it stands, and what is to come', () => {
    expect(marks('held')).toEqual(['now', 'next', 'next', 'next', 'next'])
    expect(marks('sending')).toEqual(['past', 'past', 'now', 'next', 'next'])
    expect(marks('confirming')).toEqual(['past', 'past', 'past', 'now', 'next'])
  })
  it('lies wholly behind when it is done', () => {
    expect(marks('done')).toEqual(['past', 'past', 'past', 'past', 'past'])
  })
  it('is left when cancelled or failed', () => {
    expect(stepsOf('cancelled')).toEqual([])
    expect(stepsOf('failed')).toEqual([])
  })
  it('ends in one of three states', () => {
    expect((['done', 'cancelled', 'failed'] as const).every(isEnded)).toBe(true)
    expect((['held', 'reviewing', 'sending', 'confirming'] as const).some(isEnded)).toBe(false)
  })
  it('is asked for every two seconds only while the chain works on one of them', () => {
    expect(pollMs(['done', 'confirming'])).toBe(2000)
    expect(pollMs(['sending'])).toBe(2000)
    expect(pollMs(['held', 'reviewing'])).toBe(5000)
    expect(pollMs([])).toBe(5000)
  })
})

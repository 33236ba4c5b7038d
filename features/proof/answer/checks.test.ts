import { describe, expect, it } from 'vitest'
import { arcsOf, type Check, type CheckState, leastCovered, progressOf } from './checks.ts'

const checksOf = (...states: readonly CheckState[]): Check[] =>
  states.map((state, place) => ({ name: `network ${place}`, state }))

describe('the progress of checks', () => {
  it('is right only where every check was made and holds', () => {
    expect(progressOf(checksOf('right', 'right', 'right'))).toEqual({
      done: 3,
      all: 3,
      is: 'right',
      wrong: undefined,
      open: [],
    })
    expect(progressOf(checksOf('right', 'waiting'))).toMatchObject({ done: 1, all: 2, is: 'checking' })
    expect(progressOf(checksOf('right', 'open'))).toMatchObject({ done: 1, is: 'open', open: ['network 1'] })
    expect(progressOf(checksOf('open', 'waiting'))).toMatchObject({ done: 0, is: 'checking' })
  })

  it('says at once which check does not hold, whatever else is still going on', () => {
    expect(progressOf(checksOf('waiting', 'wrong', 'right', 'wrong'))).toMatchObject({
      is: 'wrong',
      wrong: 'network 1',
    })
  })

  it('is never right without a check', () => {
    expect(progressOf([])).toMatchObject({ done: 0, all: 0, is: 'checking' })
  })
})

describe('the ring of the checks', () => {
  it('has an arc for each, with gaps until all are right', () => {
    const open = arcsOf(checksOf('right', 'waiting'))
    expect(open.map(({ from, to }) => [from, to])).toEqual([
      [0.015, 0.485],
      [0.515, 0.985],
    ])
    const closed = arcsOf(checksOf('right', 'right'))
    expect(closed.map(({ from, to }) => [from, to])).toEqual([
      [0, 0.5],
      [0.5, 1],
    ])
  })

  it('stays broken where a check does not hold or could not be made', () => {
    for (const state of ['wrong', 'open'] as const) {
      const arcs = arcsOf(checksOf('right', state, 'right'))
      expect(arcs[1]?.state).toBe(state)
      expect(arcs[0]?.to).toBeLessThan(arcs[1]?.from ?? 0)
    }
  })
})

describe('what is held of every coin at least', () => {
  const coin = (name: string, ratio: string | null, covered = true) => ({
    coin: name,
    reserves: '1',
    owed: '1',
    venue: '0',
    covered,
    ratio,
  })
  it('is the lowest share of all coins that are owed', () => {
    const coins = [coin('USDT', '2.5764'), coin('WLD', '1.5265'), coin('ATMC', '10.1'), coin('ATMX', null)]
    expect(leastCovered(coins)?.coin).toBe('WLD')
    expect(leastCovered([coin('ATMX', null)])).toBeUndefined()
    expect(leastCovered([])).toBeUndefined()
    expect(leastCovered([coin('WLD', '1.5'), coin('USDT', '1.50')])?.coin).toBe('WLD')
  })
  it('is a coin of which less is held than owed, before any other', () => {
    expect(leastCovered([coin('USDT', '1.2'), coin('WLD', '0.9', false)])).toMatchObject({ coin: 'WLD', ratio: '0.9' })
  })
})

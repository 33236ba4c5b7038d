import { describe, expect, it } from 'vitest'
import { turns as roundsOfAll } from '#kit/test/test-until.ts'
import { handTime } from '../test/test-time.ts'
import { runJobs } from './run-jobs.ts'

const quiet = { onError: () => {}, onStuck: () => {}, tickMs: 1 }

describe('the loop of jobs', () => {
  it('runs jobs in order, one at a time, again and again', async () => {
    const stop = new AbortController()
    const seen: string[] = []
    let running = 0
    const job = (name: string) => ({
      name,
      everyMs: 0,
      run: async () => {
        running += 1
        expect(running).toBe(1)
        await Promise.resolve()
        running -= 1
        seen.push(name)
        if (seen.length === 6) stop.abort()
      },
    })
    await runJobs([job('a'), job('b'), job('c')], { ...quiet, signal: stop.signal })
    expect(seen).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
  })

  it('goes on with the others when one fails, and tries that one again', async () => {
    const stop = new AbortController()
    const errors: string[] = []
    let attempts = 0
    let others = 0
    const failing = {
      name: 'failing',
      everyMs: 1,
      run: async () => {
        attempts += 1
        if (attempts < 3) throw new Error('not yet')
        stop.abort()
      },
    }
    const other = {
      name: 'other',
      everyMs: 0,
      run: async () => {
        others += 1
      },
    }
    await runJobs([failing, other], { ...quiet, onError: (name) => errors.push(name), signal: stop.signal })
    expect(attempts).toBe(3)
    expect(errors).toEqual(['failing', 'failing'])
    expect(others).toBeGreaterThanOrEqual(2)
  })

  it('rests while nothing happens, unless a job has more to do or stirs by itself', async () => {
    const stop = new AbortController()
    const turns = { resting: 0, more: 0, stirring: 0 }
    let asked = 0
    const job = (name: keyof typeof turns, answer?: string) => ({
      name,
      everyMs: 0,
      run: async () => {
        turns[name] += 1
        if (turns.more === 5 && turns.stirring === 3) stop.abort()
        return turns[name] < 5 ? answer : undefined
      },
    })
    const stirs = async () => {
      asked += 1
      return asked % 3 === 0
    }
    const jobs = [job('resting'), job('more', 'more'), { ...job('stirring'), stirs }]
    await runJobs(jobs, { ...quiet, signal: stop.signal, isAwake: () => false })
    expect(turns).toEqual({ resting: 1, more: 5, stirring: 3 })
  })

  it('goes on at once when something happens', async () => {
    const stop = new AbortController()
    let turns = 0
    let asked = 0
    const asleep: number[] = []
    const run = async () => {
      turns += 1
      if (turns === 3) stop.abort()
    }
    const isAwake = () => {
      asked += 1
      if (asked <= 10) asleep.push(turns)
      return asked > 10
    }
    await runJobs([{ name: 'once more', everyMs: 0, run }], { ...quiet, signal: stop.signal, isAwake })
    expect([turns, asleep]).toEqual([3, [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]])
  })

  it('says when a run takes longer than it may', async () => {
    const stop = new AbortController()
    const stuck: string[] = []
    const slow = { name: 'slow', everyMs: 0, run: () => new Promise<void>((resolve) => (release = resolve)) }
    let release = () => {}
    const time = handTime()
    const over = runJobs([slow], {
      ...quiet,
      signal: stop.signal,
      longestMs: 300_000,
      time,
      onStuck: (name) => {
        stuck.push(name)
        stop.abort()
        release()
      },
    })
    time.advance(299_999)
    await roundsOfAll()
    expect(stuck).toEqual([])
    time.advance(1)
    await over
    expect(stuck).toEqual(['slow'])
  })
})

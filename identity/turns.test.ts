import { describe, expect, it } from 'vitest'
import { createTurns, type TurnLimits } from './turns.ts'

const limits: TurnLimits = {
  signed: { running: 2, inside: 5 },
  entry: { running: 1, inside: 4 },
  creation: { running: 1, inside: 4 },
}
/** Work that ends when it is told to. */
function held() {
  const ends: (() => void)[] = []
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    started: () => ends.length,
    end: () => ends.shift()?.(),
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('turns', () => {
  it('let a holder pass a full room of strangers', async () => {
    const turns = createTurns(limits)
    const strangers = held()
    const creations = [1, 2, 3, 4].map(() => turns.admit('creation', () => turns.take('creation', strangers.work)))
    await settled()
    expect([strangers.started(), turns.inside().creation]).toEqual([1, 4])
    expect(await turns.admit('signed', () => turns.take('signed', async () => 'served'))).toBe('served')
    expect(await turns.admit('entry', () => turns.take('entry', async () => 'served'))).toBe('served')
    expect(strangers.started()).toBe(1)
    for (const _ of creations) {
      strangers.end()
      await settled()
    }
    await Promise.all(creations)
    expect(turns.inside().creation).toBe(0)
  })

  it('refuse what is beyond the bound before any of it is done, and take it again when there is room', async () => {
    const turns = createTurns(limits)
    const strangers = held()
    const creations = [1, 2, 3, 4].map(() => turns.admit('creation', () => turns.take('creation', strangers.work)))
    const begun: string[] = []
    await expect(turns.admit('creation', async () => begun.push('begun'))).rejects.toThrow('request.busy')
    expect(begun).toEqual([])
    for (const _ of creations) {
      await settled()
      strangers.end()
    }
    await Promise.all(creations)
    await turns.admit('creation', async () => begun.push('begun'))
    expect(begun).toEqual(['begun'])
  })

  it('go on after work that failed, and run no more at once than they may', async () => {
    const turns = createTurns(limits)
    let most = 0
    let now = 0
    const work = async () => {
      now += 1
      most = Math.max(most, now)
      await settled()
      now -= 1
      throw new Error('failed')
    }
    const all = [1, 2, 3, 4, 5].map(() => turns.admit('signed', () => turns.take('signed', work)))
    expect((await Promise.allSettled(all)).every(({ status }) => status === 'rejected')).toBe(true)
    expect([most, turns.inside().signed]).toEqual([2, 0])
  })
})

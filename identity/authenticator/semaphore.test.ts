import { describe, expect, it } from 'vitest'
import { turns as settled } from '#kit/test/test-until.ts'
import { createSemaphore, type SemaphoreLimits } from './semaphore.ts'

const limits: SemaphoreLimits = {
  signed: { running: 2, inside: 5 },
  known: { running: 1, inside: 4 },
  restore: { running: 1, inside: 4 },
  entry: { running: 1, inside: 4, ofNetwork: 2 },
  creation: { running: 1, inside: 4 },
  guests: 2,
}
function held() {
  const ends: (() => void)[] = []
  return {
    work: () => new Promise<void>((resolve) => ends.push(resolve)),
    started: () => ends.length,
    end: () => ends.shift()?.(),
  }
}

describe('turns', () => {
  it('let a holder pass a full room of strangers', async () => {
    const turns = createSemaphore(limits)
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
    const turns = createSemaphore(limits)
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
    const turns = createSemaphore(limits)
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

  it('serve the kinds at the door in turn, two at a time', async () => {
    const turns = createSemaphore(limits)
    const served: string[] = []
    const ends: (() => void)[] = []
    const ask = (turn: 'known' | 'restore' | 'entry' | 'creation') =>
      turns.admit(turn, () => {
        const work = () => {
          served.push(turn)
          return new Promise<void>((end) => ends.push(end))
        }
        return turns.take(turn, work)
      })
    const all = (['creation', 'creation', 'entry', 'entry', 'known', 'restore'] as const).map(ask)
    await settled()
    expect(served).toEqual(['creation', 'entry'])
    for (let i = 0; i < 4; i++) {
      ends.shift()?.()
      await settled()
    }
    expect(served).toEqual(['creation', 'entry', 'known', 'restore', 'creation', 'entry'])
    for (const end of ends) end()
    await Promise.all(all)
  })

  it('give one network a few places, and take them back', async () => {
    const turns = createSemaphore(limits)
    const crowd = held()
    const ask = (network: string) => turns.admit('entry', () => turns.take('entry', crowd.work), { network })
    const own = [ask('203.0.113.0/24'), ask('203.0.113.0/24')]
    await expect(ask('203.0.113.0/24')).rejects.toThrow('request.busy')
    const other = ask('198.51.100.0/24')
    for (let i = 0; i < 3; i++) {
      await settled()
      crowd.end()
    }
    await Promise.all([...own, other])
    const again = ask('203.0.113.0/24')
    await settled()
    crowd.end()
    await again
  })

  it('let networks wait in turn, and give the newest place of a network with many to one that has none', async () => {
    const turns = createSemaphore({ ...limits, entry: { running: 1, inside: 4, ofNetwork: 4 } })
    const served: string[] = []
    const ends: (() => void)[] = []
    const ask = (network: string, name: string) => {
      const work = () => {
        served.push(name)
        return new Promise<void>((end) => ends.push(end))
      }
      return turns.admit('entry', () => turns.take('entry', work, { network }), { network }).catch((e) => e.message)
    }
    const crowd = [1, 2, 3, 4].map((nth) => ask('crowd', `crowd ${nth}`))
    const other = ask('other', 'other')
    const another = ask('another', 'another')
    const second = ask('other', 'other again')
    expect(await Promise.all([crowd[3], crowd[2], second])).toEqual(Array(3).fill('request.busy'))
    for (let i = 0; i < 4; i++) {
      await settled()
      ends.shift()?.()
    }
    await Promise.all([...crowd, other, another])
    expect(served).toEqual(['crowd 1', 'crowd 2', 'other', 'another'])
    expect(turns.inside().entry).toBe(0)
  })

  it('let a ghost wait like all others, and nobody wait for a ghost', async () => {
    const turns = createSemaphore(limits)
    const [real, ghosts] = [held(), held()]
    const ghost = () =>
      turns.admit('entry', () => turns.take('entry', ghosts.work, { isGhost: true }), { isGhost: true })
    const first = turns.admit('entry', () => turns.take('entry', real.work))
    const haunting = Array.from({ length: 20 }, ghost)
    await settled()
    expect([real.started(), ghosts.started(), turns.inside().entry]).toEqual([1, 0, 1])
    const second = turns.admit('entry', () => turns.take('entry', real.work))
    real.end()
    await first
    await settled()
    expect([real.started(), ghosts.started()]).toEqual([1, 20])
    real.end()
    await second
    for (const _ of haunting) ghosts.end()
    await Promise.all(haunting)
    expect(turns.inside().entry).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import { createEndpoints, ownEndpoint } from './endpoints.ts'

const [a, b] = ['https://a.example', 'https://b.example']

function setUp(alive: readonly string[], kept?: string) {
  const asked: string[] = []
  const waits: number[] = []
  const changes: string[] = []
  const store = { line: kept }
  const lines = createEndpoints({
    read: async () => store.line,
    keep: async (line) => {
      store.line = line
    },
    answers: async (line) => {
      asked.push(line)
      if (line === 'https://throws.example') throw new TypeError('fetch failed')
      return alive.includes(line)
    },
    wait: async (ms) => {
      waits.push(ms)
      for (let turns = 0; turns < ms / 10; turns += 1) await Promise.resolve()
    },
    onChange: (line) => changes.push(line),
  })
  lines.learn([a, b])
  return { lines, asked, waits, changes, store }
}

describe('the lines of a device', () => {
  it('begin with the page’s own, and with the one that was chosen, if it is an address', async () => {
    const { lines } = setUp([])
    await lines.load()
    expect([lines.current(), lines.all()]).toEqual([ownEndpoint, [ownEndpoint, a, b]])
    const chosen = setUp([], b)
    await chosen.lines.load()
    expect(chosen.lines.current()).toBe(b)
    for (const bad of ['javascript:alert(1)', 'https://a.example/path', 'a.example', '{}']) {
      const broken = setUp([], bad)
      await broken.lines.load()
      expect(broken.lines.current(), bad).toBe(ownEndpoint)
    }
  })

  it('are learned from the server, but for what is no origin', () => {
    const { lines } = setUp([])
    lines.learn([a, 'https://user@evil.example', 'javascript:alert(1)'])
    expect(lines.all()).toEqual([ownEndpoint, a])
  })

  it('are left for the first that answers, 300 ms apart, once for all calls that failed', async () => {
    const { lines, waits, changes, store } = setUp([b])
    expect(await Promise.all([lines.leave(ownEndpoint), lines.leave(ownEndpoint)])).toEqual([true, true])
    expect([lines.current(), store.line, changes]).toEqual([b, b, [b]])
    expect(waits).toEqual([0, 300, 600])
    expect(await lines.leave(ownEndpoint)).toBe(true)
    expect(waits).toHaveLength(3)
  })

  it('stay as they are where the line answers after all, or none does', async () => {
    const again = setUp([ownEndpoint, a])
    expect(await again.lines.leave(ownEndpoint)).toBe(false)
    expect([again.lines.current(), again.changes]).toEqual([ownEndpoint, []])
    const dead = setUp([])
    dead.lines.learn(['https://throws.example'])
    expect(await dead.lines.leave(ownEndpoint)).toBe(false)
    expect(dead.asked).toEqual([ownEndpoint, 'https://throws.example'])
  })

  it('are chosen by hand among those that are known', async () => {
    const { lines, store } = setUp([])
    await lines.choose(a)
    expect([lines.current(), store.line]).toEqual([a, a])
    await expect(lines.choose('https://evil.example')).rejects.toThrow()
  })
})

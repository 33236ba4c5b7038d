import { describe, expect, it } from 'vitest'
import { createResponseCache } from './response-cache.ts'

function setUp() {
  let now = 0
  let made = 0
  const memory = createResponseCache({ leastMs: 1_000, mostMs: 5_000 }, () => now)
  const make = (takesMs: number) => async () => {
    await Promise.resolve()
    now += takesMs
    return { made: ++made }
  }
  return { memory, make, made: () => made, wait: (ms: number) => (now += ms) }
}

describe('a memory of answers', () => {
  it('makes one for all who ask at once, and makes it again after a second', async () => {
    const { memory, make, made, wait } = setUp()
    const answers = await Promise.all(Array.from({ length: 200 }, () => memory('a', make(10))))
    expect([made(), new Set(answers.map(({ etag }) => etag)).size]).toEqual([1, 1])
    wait(999)
    expect((await memory('a', make(10))).text).toBe('{"made":1}')
    wait(1)
    expect((await memory('a', make(10))).text).toBe('{"made":2}')
    expect((await memory('b', make(10))).text).toBe('{"made":3}')
  })

  it('keeps what took long for twenty times as long, and never more than five seconds', async () => {
    const { memory, make, made, wait } = setUp()
    await memory('slow', make(100))
    wait(1_999)
    await memory('slow', make(100))
    expect(made()).toBe(1)
    wait(1)
    await memory('slow', make(10_000))
    wait(4_999)
    await memory('slow', make(1))
    expect(made()).toBe(2)
    wait(1)
    await memory('slow', make(1))
    expect(made()).toBe(3)
  })

  it('remembers no failure', async () => {
    const { memory, make } = setUp()
    await expect(memory('a', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await memory('a', make(1))).text).toBe('{"made":1}')
  })

  it('keeps few of very large ones: whoever asks for ever other pages fills no memory', async () => {
    const { memory, made } = setUp()
    let times = 0
    const large = async () => ({ made: ++times, text: 'x'.repeat(9_000_000) })
    for (let i = 0; i < 5; i++) await memory(`${i}`, large)
    await memory('4', large)
    await memory('2', large)
    expect(times).toBe(5)
    await memory('0', large)
    expect([times, made()]).toEqual([6, 0])
  })

  it('forgets the oldest of very many', async () => {
    const { memory, make, made } = setUp()
    for (let i = 0; i < 600; i++) await memory(`${i}`, make(0))
    await memory('599', make(0))
    expect(made()).toBe(600)
    await memory('0', make(0))
    expect(made()).toBe(601)
  })
})

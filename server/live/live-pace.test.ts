import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPace, type Whom } from './live-pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('looks at newcomers soon and at everybody later, and not at all where nobody waits', async () => {
  const looks: Whom[] = []
  let waits: Whom | undefined
  const pace = createPace({
    look: async (whom) => {
      looks.push(whom)
      waits = waits && 'all'
    },
    waiting: () => waits,
    everyMs: 500,
  })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  pace.plan()
  await pass(10_000)
  expect(looks).toEqual([])
  waits = 'new'
  pace.plan()
  await pass(1)
  expect(looks).toEqual(['all'])
  waits = 'new'
  for (let i = 0; i < 9; i++) {
    pace.plan()
    await pass(10)
  }
  expect(looks).toEqual(['all'])
  await pass(20)
  expect(looks).toEqual(['all', 'new'])
  await pass(380)
  expect(looks).toEqual(['all', 'new'])
  await pass(20)
  expect(looks).toEqual(['all', 'new', 'all'])
  waits = undefined
  await pace.run()
  await pass(10_000)
  expect(looks).toHaveLength(4)
  await pace.stop()
})

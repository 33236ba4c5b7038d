import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '#kit/test/test-size.ts'
import { routes } from '#server/calls/routes.ts'
import { movesNothing, ways } from './test-gains-attack.ts'
import { type Before, readBefore } from './test-gains-facts.ts'
import { holes } from './test-gains-holes.ts'
import { drawRun, live, shrink } from './test-gains-run.ts'
import { type GainsWorld, makeGainsWorld } from './test-gains-world.ts'

/** `npm run trial search-gains` runs 10,000. */
const runs = sizeOf(import.meta.url, { least: 2, turn: 4, all: 200 })
const seed = Number(process.env.GLASSHOUSE_SEED ?? 20_261_122)

describe(`somebody who tries all calls in any order (GLASSHOUSE_SEED=${seed})`, () => {
  let world: GainsWorld
  let before: Before
  beforeAll(async () => {
    world = await makeGainsWorld(seed, 3)
    before = await readBefore(world)
  })
  afterAll(() => world?.db.close())

  it('calls every call that moves money', () => {
    const known = new Set([...ways.map(({ contract }) => contract.path), ...movesNothing])
    const writes = routes(true).filter(({ contract }) => contract.method === 'POST' && contract.access !== 'open')
    expect(writes.map(({ contract }) => contract.path).filter((path) => !known.has(path))).toEqual([])
    const stale = [...known].filter((path) => !writes.some(({ contract }) => contract.path === path))
    expect(stale).toEqual([])
  })

  it('gains nothing that cards do not promise, takes nothing of others, and finds the world as it was', async () => {
    for (let number = 0; number < runs; number += 1) {
      const run = drawRun(seed + number)
      const { faults, notes } = await live(world, before, run)
      expect([run.seed, faults, faults.length > 0 ? notes : []]).toEqual([run.seed, [], []])
    }
    expect(await readBefore(world)).toEqual(before)
  })

  it.each(Object.entries(holes))('is found where there is a hole: %s', async (_name, { hole, theme }) => {
    let tried = 0
    let found = drawRun(seed, theme)
    for (; tried < 60; tried += 1) {
      found = drawRun(seed + tried, theme)
      if ((await live(world, before, found, hole)).faults.length > 0) break
    }
    expect(tried).toBeLessThan(60)
    expect((await live(world, before, found)).faults).toEqual([])
  })

  it('shows a gain in the fewest steps that make it', async () => {
    const { hole, theme } = holes['a trade that rounds up'] ?? expect.unreachable('the hole is known')
    const run = drawRun(seed + 1, theme)
    const least = await shrink(world, before, { ...run, steps: run.steps.slice(0, 8) }, hole)
    expect(least.steps.map(({ kind }) => kind)).toEqual(['/exchange/trade'])
  })
})

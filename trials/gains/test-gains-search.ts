import { readBefore } from './test-gains-facts.ts'
import { drawRun, live, type Outcome, type Run, shrink } from './test-gains-run.ts'
import { makeGainsWorld } from './test-gains-world.ts'

export type Found = { readonly run: Run; readonly outcome: Outcome }
export type SearchOptions = {
  readonly seed: number
  readonly runs: number
  readonly first?: number
  readonly onRun?: (done: number, gains: number) => void
  readonly onGain?: (found: Found) => void
}

const runsOfWorld = 500

/** Each run starts from the same state. */
export async function search(options: SearchOptions) {
  const { seed, runs, first = 0 } = options
  const answers = new Map<string, number>()
  let gains = 0
  let place = first
  while (place < runs) {
    const number = Math.floor(place / runsOfWorld)
    const world = await makeGainsWorld(seed * 1_000 + number)
    try {
      const before = await readBefore(world)
      for (; place < runs && Math.floor(place / runsOfWorld) === number; place += 1) {
        const run = drawRun(seed * 1_000_003 + place)
        const outcome = await live(world, before, run)
        for (const [answer, count] of outcome.answers) answers.set(answer, (answers.get(answer) ?? 0) + count)
        if (outcome.faults.length > 0) {
          gains += 1
          const least = await shrink(world, before, run)
          options.onGain?.({ run: least, outcome: await live(world, before, least) })
        }
        options.onRun?.(place + 1, gains)
      }
    } finally {
      await world.db.close()
    }
  }
  return { gains, answers, calls: callsOf(answers) }
}

const callsOf = (answers: ReadonlyMap<string, number>): number =>
  [...answers].reduce((sum, [answer, count]) => sum + (answer.startsWith('/') ? count : 0), 0)

import { createHash } from 'node:crypto'
import { reachOf, testsReached } from './reach.ts'
import { kindOfTest } from './test-kinds.ts'

/** One in so many of the tests that a change does not reach has its turn in a run: of those that run anyway, and of random worlds. */
const turnEvery = { sized: 8, world: 4 } as const

/** Tests that can do more than they do in every run. */
const sizes = 'kit/test-size.ts'

/** What journeys look at. They import none of it: it comes to them as pages. */
const app = 'web/main.tsx'
const isShown = (path: string): boolean => /\.(?:css|po)$/.test(path) || reachOf(app).has(path)

/**
 * Random worlds, and processes that are killed at random. Their seed is fixed: where no change reaches them they would find what they found
 * before, so they are left out of a run where they have no turn.
 */
export const isWorld = (test: string): boolean =>
  kindOfTest(test)?.name === 'sim' || /(?:^|[/-])kill\.node\.test\.ts$/.test(test)

/**
 * Of these tests, the worlds that run and the others that do more in this run: what changed reaches them, or the commit chooses them, so that
 * in the runs of a week each has its turn.
 * @param changed files of the last commit, and those not committed yet
 */
export function testsWithTurn(tests: readonly string[], changed: readonly string[], commit: string): string[] {
  const sized = tests.filter((test) => isWorld(test) || reachOf(test).has(sizes))
  const journeys = changed.some(isShown) ? sized.filter((test) => test.endsWith('.spec.ts')) : []
  const reached = new Set([...testsReached(sized, changed), ...journeys])
  const isChosen = (test: string): boolean =>
    createHash('sha256').update(`${commit} ${test}`).digest().readUInt32BE() %
      turnEvery[isWorld(test) ? 'world' : 'sized'] ===
    0
  return sized.filter((test) => reached.has(test) || isChosen(test))
}

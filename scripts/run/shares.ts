import { createHash } from 'node:crypto'
import { reachOf, testsReached } from './reach.ts'
import { kindOfTest } from './test-kinds.ts'

/** An unaffected test runs on average once per this many runs. */
const turnEvery = { sized: 12, world: 8 } as const

const sizes = 'kit/test/test-size.ts'

/** Browser tests load the app as pages, not imports. */
const app = 'web/main.tsx'
const isShown = (path: string): boolean => /\.(?:css|po)$/.test(path) || reachOf(app).has(path)

/** Simulations and kill tests. Fixed seeds would repeat the results of unaffected tests. */
export const isWorld = (test: string): boolean =>
  kindOfTest(test)?.name === 'sim' || /(?:^|[/-])kill\.node\.test\.ts$/.test(test)

/** Returns affected tests and a share chosen by commit, so each runs within a week. @param changed includes uncommitted files */
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

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { browserMs } from './e2e/patience.ts'
import { isAll } from './kit/test-size.ts'
import { patienceMs, testMs } from './kit/test-until.ts'
import { filesOf, type TestKind, testKinds } from './scripts/run/test-kinds.ts'

/** Random tests of full size go through thousands of worlds. */
const allMs = 7_200_000

/** One PostgreSQL server for all projects of a run; the first that needs it starts it. */
const server = 'scripts/test-server.setup.ts'

const settings: Readonly<Record<TestKind['name'], TestProjectInlineConfiguration['test']>> = {
  rules: {},
  db: { globalSetup: server },
  node: { globalSetup: server },
  sim: { globalSetup: server },
  screens: {},
  // They share one running product, so they run one after another.
  journeys: {
    globalSetup: 'e2e/product.setup.ts',
    fileParallelism: false,
    expect: { poll: { timeout: browserMs, interval: 100 } },
  },
}

/** A project for each kind of test: `npx vitest --project rules` runs what needs nothing. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: testKinds.map((kind) => ({
      // What is said in which language is no matter of tests but of journeys: without a catalogue every text is its id.
      plugins:
        kind.name === 'journeys'
          ? []
          : [{ name: 'no-texts', load: (id) => (/\.po(?:\?|$)/.test(id) ? 'export const messages = {}' : undefined) }],
      test: {
        name: kind.name,
        ...filesOf(kind),
        setupFiles: [kind.name === 'journeys' ? 'e2e/failed.setup.ts' : 'scripts/test-screen.setup.ts'],
        testTimeout: isAll ? allMs : testMs,
        hookTimeout: testMs,
        expect: { poll: { timeout: patienceMs } },
        // Files of one worker share what they load: no file may leave anything behind.
        isolate: false,
        ...settings[kind.name],
      },
    })),
  },
})

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { browserMs } from './e2e/run/patience.ts'
import { isAll } from './kit/test/test-size.ts'
import { patienceMs, testMs } from './kit/test/test-until.ts'
import { filesOf, type TestKind, testKinds } from './scripts/run/test-kinds.ts'

/** Full-size random tests run thousands of worlds. */
const allMs = 7_200_000

/** One PostgreSQL server per run, started on first use. */
const server = 'scripts/run/test-server.setup.ts'

const settings: Readonly<Record<TestKind['name'], TestProjectInlineConfiguration['test']>> = {
  rules: {},
  db: { globalSetup: server },
  node: { globalSetup: server },
  sim: { globalSetup: server },
  // Files share no pending call.
  screens: { isolate: true },
  // One product per worker. Two workers are no faster beside the other tests.
  journeys: {
    globalSetup: 'e2e/run/product.setup.ts',
    fileParallelism: false,
    expect: { poll: { timeout: browserMs, interval: 100 } },
  },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: testKinds.map((kind) => ({
      plugins:
        kind.name === 'journeys'
          ? []
          : [{ name: 'no-texts', load: (id) => (/\.po(?:\?|$)/.test(id) ? 'export const messages = {}' : undefined) }],
      test: {
        name: kind.name,
        ...filesOf(kind),
        setupFiles: [kind.name === 'journeys' ? 'e2e/run/failed.setup.ts' : 'scripts/run/test-screen.setup.ts'],
        testTimeout: isAll ? allMs : testMs,
        hookTimeout: testMs,
        expect: { poll: { timeout: patienceMs } },
        isolate: false,
        ...settings[kind.name],
      },
    })),
  },
})

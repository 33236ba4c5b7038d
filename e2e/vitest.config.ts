import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { browserMs } from './patience.ts'

/** The journeys share one running product and one browser, so they run one after another. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['e2e/**/*.spec.ts'],
    globalSetup: ['e2e/product.setup.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: browserMs, interval: 100 } },
  },
})

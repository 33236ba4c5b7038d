import { defineConfig } from 'vitest/config'

export default defineConfig({
  // What is said in which language is no matter of these: without a catalogue every text is its id.
  plugins: [{ name: 'no-texts', load: (id) => (/\.po(?:\?|$)/.test(id) ? 'export const messages = {}' : undefined) }],
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules/**', 'dist/**', 'data/**'],
    globalSetup: ['scripts/test-server.setup.ts'],
    setupFiles: ['scripts/test-screen.setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes, on a busy machine later.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // Files of one worker share what they load: no file may leave anything behind.
    isolate: false,
  },
})

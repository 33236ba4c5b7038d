/** Browser tests in real Chromium. npm run e2e [-- journey (files whose path contains it)]. */
import { binary, runNode } from './run/command.ts'

const { ok } = await runNode([binary('vitest'), 'run', '--project', 'journeys', ...process.argv.slice(2)], {
  show: true,
})
process.exitCode = ok ? 0 : 1

/** Static checks: types, lint, format, project rules, texts and generated docs. npm run check. */
import { readingSteps } from './run/checks.ts'
import { runSteps } from './run/steps.ts'

const answers = await runSteps([readingSteps])
process.exitCode = answers.every(({ ok }) => ok) ? 0 : 1

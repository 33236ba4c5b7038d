/** Reads the code without running it: types, lint and format, house rules, texts, generated docs. Run: npm run check. */
import { readingSteps } from './run/checks.ts'
import { runSteps } from './run/steps.ts'

const answers = await runSteps([readingSteps])
process.exitCode = answers.every(({ ok }) => ok) ? 0 : 1

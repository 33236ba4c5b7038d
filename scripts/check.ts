/** Static checks: types, lint, format, project rules, texts, generated docs, security pages. npm run check [-- tidy (one of the scripts)]. */
import { checkScripts, readingSteps } from './run/checks.ts'
import { runNode } from './run/command.ts'
import { runSteps } from './run/steps.ts'

const [name, ...options] = process.argv.slice(2)
if (name === undefined) {
  const answers = await runSteps([readingSteps])
  process.exitCode = answers.every(({ ok }) => ok) ? 0 : 1
} else {
  const script = checkScripts[name]
  if (!script) process.stderr.write(`Which check? ${Object.keys(checkScripts).join(', ')}.\n`)
  process.exitCode = script && (await runNode([script, ...options], { show: true })).ok ? 0 : 1
}

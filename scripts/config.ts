/** Prints every setting with its origin, and what prevents a start. npm run check -- config. */
import { reportConfig } from '#server/processes/config-report.ts'

const { lines, isUsable } = reportConfig(process.env)
process.stdout.write(`${lines.join('\n')}\n`)
process.exitCode = isUsable ? 0 : 1

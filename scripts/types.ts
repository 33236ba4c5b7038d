/** Type checks both programs, server and browser. Run: npm run types. */
import { binary, runNode } from './run/command.ts'

const tsc = binary('typescript', 'tsc')
const answers = await Promise.all(
  ['tsconfig.server.json', 'tsconfig.web.json'].map((project) => runNode([tsc, '-p', project])),
)
for (const { output } of answers) process.stdout.write(output)
process.exitCode = answers.every(({ ok }) => ok) ? 0 : 1

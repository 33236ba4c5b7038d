/** Type checks server and browser. npm run check -- types. */
import { runNode } from './run/command.ts'
import { checkTypes, compilerEnv, projects } from './run/type-check.ts'

const answers = await Promise.all(projects.map((project) => runNode(checkTypes(project), { env: compilerEnv })))
for (const { output } of answers) process.stdout.write(output)
process.exitCode = answers.every(({ ok }) => ok) ? 0 : 1

/** Builds the web app if outdated, then runs the server. npm start. Set PORT and DATA_DIR to run two. */
import { buildWebIfStale, isWebBuilt } from './run/web-build.ts'

if (!isWebBuilt()) process.stdout.write('Building the web app …\n')
const built = await buildWebIfStale()
if (built && !built.ok) {
  process.stderr.write(built.output)
  process.exit(1)
}
await import('#server/processes/main.ts')

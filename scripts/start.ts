/**
 * Starts the whole product: builds the web app where it is missing or older than its sources, then runs the server.
 * Run: npm start. PORT and DATA_DIR move it, so that two can run side by side.
 */
import { buildWebIfStale, isWebBuilt } from './run/web-build.ts'

if (!isWebBuilt()) process.stdout.write('Building the web app …\n')
const built = await buildWebIfStale()
if (built && !built.ok) {
  process.stderr.write(built.output)
  process.exit(1)
}
await import('#server/main.ts')

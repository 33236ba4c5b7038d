/**
 * Starts the whole product: builds the web app where it is missing or older than its sources, then runs the server.
 * Run: npm start. PORT and DATA_DIR move it, so that two can run side by side.
 */
import { buildWeb, isWebBuilt } from './run/web-build.ts'

if (!isWebBuilt()) {
  process.stdout.write('Building the web app …\n')
  const { ok, output } = await buildWeb({ anySize: true })
  if (!ok) {
    process.stderr.write(output)
    process.exit(1)
  }
}
await import('#server/main.ts')

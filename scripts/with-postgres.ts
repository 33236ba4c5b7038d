/**
 * Runs a command with a PostgreSQL server of its own, whose address it finds in TEST_DATABASE_URL.
 * Run: node scripts/with-postgres.ts node node_modules/.bin/vitest run ledger
 */
import { spawn } from 'node:child_process'
import { startPostgres } from '#engine/test-postgres.ts'

const [command, ...args] = process.argv.slice(2)
if (!command) {
  process.stderr.write('Which command? E.g. node scripts/with-postgres.ts node node_modules/.bin/vitest run ledger\n')
  process.exit(1)
}
const postgres = await startPostgres()
// The Node this runs on: the one the machine has may be older.
const program = command === 'node' ? process.execPath : command
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
const code = await new Promise<number>((resolve) => {
  child.on('error', () => resolve(1))
  child.on('exit', (status) => resolve(status ?? 1))
})
await postgres.stop()
process.exit(code)

/**
 * Deletes a demo's data: database, embedded chain with keys, logs. npm run dev:reset -- --yes. Refuses while the product runs, or if
 * DATABASE_URL is set.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { takeDataFolder } from '#server/processes/run-file.ts'
import { configOrExit } from './run/config.ts'

const { dataDir, databaseUrl } = configOrExit()

function refuse(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

if (databaseUrl) refuse('DATABASE_URL names a database of your own: empty it yourself, or start without it.')
if (!existsSync(dataDir)) refuse(`${dataDir} does not exist: nothing to throw away.`)
// Protects unrelated folders named in DATA_DIR.
if (!['postgres', 'db', 'log'].some((name) => existsSync(join(dataDir, name))))
  refuse(`${dataDir} is not a folder of this product.`)
if (!process.argv.includes('--yes'))
  refuse(`This removes ${dataDir} with every wallet and coin of the demo. Add --yes to do it.`)
try {
  await takeDataFolder(dataDir)
} catch (error) {
  refuse(error instanceof Error ? error.message : String(error))
}
rmSync(dataDir, { recursive: true })
process.stdout.write(`removed ${dataDir}\n`)

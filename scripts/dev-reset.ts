/**
 * Throws a demo's data away: the database, the embedded chain with its keys, the logs. Run: npm run dev:reset -- --yes.
 * It refuses while the product runs on the folder, and for a database named by DATABASE_URL.
 */
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { takeDataFolder } from '#server/run-file.ts'
import { configOrExit } from './run/config.ts'

const { dataDir, databaseUrl } = configOrExit()

function refuse(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}

if (databaseUrl) refuse('DATABASE_URL names a database of your own: empty it yourself, or start without it.')
if (!existsSync(dataDir)) refuse(`${dataDir} does not exist: nothing to throw away.`)
// Never an arbitrary folder that DATA_DIR happens to name.
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

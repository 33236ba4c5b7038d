/** The operator's command line. npm run ops -- help */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner, openDbForOperators } from '#engine/open-db.store.ts'
import { hasOwnDatabase } from '#engine/own-postgres/postgres-login.server.ts'
import type { Db } from '#kit/store/db.ts'
import { expectKnownSecret, loadSecrets, type Secrets } from '#kit/store/secrets.store.ts'
import { openClock } from '#kit/time/clock.store.ts'
import { hasRealNetworks } from '#outside/chains/network.store.ts'
import { askPassphrase } from './ops/base/ask-passphrase.ts'
import { help, readCommand, runCommand, type Typed } from './ops/base/command-line.ts'
import { offline } from './ops/base/no-database.ts'
import { UsageError } from './ops/base/verb.ts'
import { type Config, ConfigError, readConfig } from './processes/config.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('Nobody can be asked here: add --yes when you mean it.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `).finally(() => terminal.close())
  return /^y(es)?$/i.test(answer.trim())
}

/** @throws UsageError if missing */
async function secretsOf(dataDir: string, db: Db): Promise<Secrets> {
  const path = join(dataDir, 'server-secret')
  if (!existsSync(path)) throw new UsageError(`This shows what only the server can open: ${path} is not here.`)
  const secrets = loadSecrets(path)
  await expectKnownSecret(db, secrets)
  return secrets
}

/** Prompts on stderr, because stdout may go to a file. */
const passphrase = process.stdin.isTTY
  ? (question: string) => askPassphrase(question, process.stdin, process.stderr)
  : undefined

/** Gives an error message instead of a stack trace in the wrong folder. */
function expectStarted({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl || hasOwnDatabase(dataDir)) return
  throw new UsageError(
    `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as they were at npm start, or start the product first.`,
  )
}

async function run(typed: Typed): Promise<number> {
  if (!typed.verb) return runWithoutCompany(typed)
  const config = readConfig(process.env)
  const { demo } = config
  if (typed.verb.needsNoDatabase) return runCommand(typed, { ...offline, demo, say, confirm, passphrase })
  expectStarted(config)
  const owner = await openDbAsOwner(config)
  await migrate(owner).finally(() => owner.close())
  const db = await openDbForOperators(config)
  try {
    if (demo && (await hasRealNetworks(db)))
      throw new UsageError('This database has real networks, and nothing of a demo: say NETWORKS_FILE, or DEMO=0.')
    const clock = await openClock(db)
    const secrets = () => secretsOf(config.dataDir, db)
    const code = await runCommand(typed, { db, clock, demo, say, confirm, passphrase, secrets })
    clock.close()
    return code
  } finally {
    await db.close()
  }
}

/** Help and unknown commands need no database. */
function runWithoutCompany({ args }: Typed): number {
  say(help())
  return args.length === 0 || args[0] === 'help' ? 0 : 2
}

try {
  process.exitCode = await run(readCommand(process.argv.slice(2)))
} catch (error) {
  const isTyped = error instanceof UsageError || error instanceof ConfigError
  process.stderr.write(`${isTyped ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}

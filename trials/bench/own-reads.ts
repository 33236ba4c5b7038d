/** npm run trial bench-own-reads [-- 20000 (records, default 80,000)]. Also times another user's balance call while twenty reads run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#engine/migrate.store.ts'
import { openDb, openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { investingWorld } from '#features/investing/test-world.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { routes } from '#server/calls/routes.ts'
import { createUserSemaphore } from '#server/limits/user-semaphore.ts'
import { testCall } from '#server/test/test-call.ts'
import { makeHistory, usual } from '../own-reads/history.ts'
import { ownReads, type Read } from '../own-reads/reads.ts'
import { figure, median } from './machine.ts'

const many = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 80_000)
const goes = 15
const atOnce = 20
const mostRatio = 1.5
const mostDelayMs = 20
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: false })
const at = { dataDir: folder, databaseUrl: postgres.url }
const owner = await openDbAsOwner(at)
await migrate(owner)
const db = await openDb(at, { steadyPlans: true })
const calls = routes(true)
let isGood = true
try {
  const world = await investingWorld({ USDT: '1000', WLD: '1000' }, { db })
  await world.fund({ ATMC: '1000' }, 'compute')
  const ask = ({ contract, input }: Read, walletId: WalletId): Promise<unknown> => {
    const found = calls.find((each) => each.contract === contract)
    if (!found) throw new Error(`${contract.path} is not implemented`)
    return found.run(input, testCall({ ...world, walletId }))
  }
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const since = performance.now()
    await work()
    return performance.now() - since
  }
  const holderOf = async (records: number) => {
    const [walletId, otherId] = [await world.wallet(), await world.wallet()]
    const { orderId } = await world.buy(walletId)
    const made = await took(() => makeHistory(db, { walletId, otherId, orderId, now: world.clock.now() }, records))
    const reads = ownReads(orderId, world.clock.now())
    const [statement] = reads.filter(({ name }) => name === 'statement')
    const first = statement ? await took(() => ask(statement, walletId)) : 0
    say(
      `${records} records made in ${figure(made / 1000, 1)} s; the first look at them takes ${figure(first)} ms, once`,
    )
    return { walletId, reads }
  }
  const few = await holderOf(usual)
  const rich = await holderOf(many)
  // Autovacuum would do this within a minute.
  await owner.exec('ANALYZE')
  say(`\n| read | ${usual} records, ms | ${figure(many)} records, ms | ratio |\n| --- | --- | --- | --- |`)
  for (const [place, read] of few.reads.entries()) {
    const other = rich.reads[place] ?? read
    const [short, long]: [number[], number[]] = [[], []]
    for (let go = 0; go < goes; go += 1) {
      short.push(await took(() => ask(read, few.walletId)))
      long.push(await took(() => ask(other, rich.walletId)))
    }
    const ratio = median(long) / median(short)
    isGood &&= ratio <= mostRatio
    say(`| ${read.name} | ${figure(median(short), 1)} | ${figure(median(long), 1)} | ${figure(ratio, 2)} |`)
  }

  const balance: Read = { name: 'assets', contract: walletAssets, input: {} }
  const balances = async (): Promise<number> => {
    const all: number[] = []
    for (let go = 0; go < 60; go += 1) all.push(await took(() => ask(balance, few.walletId)))
    return median(all)
  }
  const alone = await balances()
  const dear = rich.reads.filter(({ name }) => ['statement', 'summary', 'trend', 'own notices'].includes(name))
  const inTurn = createUserSemaphore()
  let goesOn = true
  const loops = Array.from({ length: atOnce }, async (_, place) => {
    const read = dear[place % dear.length]
    while (goesOn && read) await inTurn(rich.walletId, () => ask(read, rich.walletId))
  })
  const beside = await balances()
  goesOn = false
  await Promise.all(loops)
  isGood &&= beside - alone <= mostDelayMs
  say(
    `\nBalances of somebody else: ${figure(alone, 1)} ms alone, ${figure(beside, 1)} ms beside ${atOnce} such reads at once`,
  )
} finally {
  await db.close()
  await owner.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1

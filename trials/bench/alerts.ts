/** npm run trial bench-alerts [-- 200000 (alerts, default 2,000,000)]. Reports the time per check, and until a 10 % fall is sent to all. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import type { Db } from '#kit/store/db.ts'
import { type PairId, pairs } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs } from '#kit/time/clock.ts'
import { tellPrices } from '#market/feeds/alerts.job.ts'
import { fireStatement } from '#market/feeds/alerts.store.ts'
import { alertSides, alertsMax } from '#market/feeds/alerts.ts'
import { figure, median } from './machine.ts'

const wanted = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 2_000_000)
const wallets = Math.ceil(wanted / alertsMax)
const ticks = 500
const first = 10n ** 12n
const began = new Date('2026-11-23T00:00:00.000Z')
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Disables triggers, to measure only the checks. */
const fill = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query(
      `INSERT INTO price_alert (wallet_id, pair, side, level, made_at)
       SELECT lpad((n % $2)::text, 10, '0'), ($4::text[])[1 + n % $5], side, $3::numeric * CASE side WHEN 'above' THEN 1 + far ELSE 1 - far END, $6
       FROM (SELECT n, CASE n / $5 % 2 WHEN 0 THEN 'above' ELSE 'below' END AS side, 0.0001 + random() / 2 AS far
             FROM generate_series(1, $1::int) n) made`,
      [wanted, wallets, `${first}`, [...pairs], pairs.length, began],
    )
  })

const tradeAt = (db: Db, pair: PairId, price: bigint, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica')
    await tx.query(
      'INSERT INTO market_trade (pair, at, base_units, quote_units, price, price_after) VALUES ($1, $2, 1, 1, $3, $3)',
      [pair, at, price],
    )
  })

async function waiting(db: Db): Promise<number> {
  const [row] = await db.query<{ count: bigint }>('SELECT count(*) AS count FROM price_alert WHERE fired_at IS NULL')
  return Number(row?.count ?? 0n)
}

/** @returns ms per check */
async function lookAll(db: Db, at: Date): Promise<number[]> {
  const took: number[] = []
  for (let state = 'more'; state === 'more'; ) {
    const since = performance.now()
    state = await tellPrices(db, at)
    took.push(performance.now() - since)
  }
  return took
}

const shown = (took: readonly number[]): string => {
  const sorted = took.toSorted((a, b) => a - b)
  return `${figure(median(sorted), 1)} ms, 99 of 100 within ${figure(sorted[Math.floor(sorted.length * 0.99)] ?? 0, 1)} ms, longest ${figure(sorted.at(-1) ?? 0, 1)} ms`
}

async function scans(db: Db, price: bigint, at: Date): Promise<boolean> {
  for (const pair of pairs)
    for (const side of alertSides) {
      const values = [pair, price, at, 500]
      const plan = await db.query<Record<string, string>>(`EXPLAIN ${fireStatement(side)}`, values)
      if (plan.flatMap((row) => Object.values(row)).some((line) => line.includes('Seq Scan'))) return true
    }
  return false
}

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const db = await openDbAsOwner({ dataDir: folder, databaseUrl: postgres.url })
let isGood = false
try {
  await migrate(db)
  const filling = performance.now()
  await fill(db)
  await db.query('VACUUM ANALYZE price_alert')
  say(
    `${wanted} alerts of ${wallets} wallets on ${pairs.length} pairs, ${figure((performance.now() - filling) / 1000)} s`,
  )
  const dice = seededDice(7)
  let price = first
  let at = began
  const moveTo = async (next: bigint): Promise<void> => {
    price = next
    at = addMs(at, 2_000)
    for (const pair of pairs) await tradeAt(db, pair, price, at)
  }
  await moveTo(first)
  await lookAll(db, at)
  const idle: number[] = []
  for (let nth = 0; nth < ticks; nth += 1) idle.push(...(await lookAll(db, at)))
  say(`${ticks} looks when no price moves: ${shown(idle)}`)
  const before = await waiting(db)
  const moving: number[] = []
  for (let nth = 0; nth < ticks; nth += 1) {
    await moveTo(price + (price * BigInt(dice.below(101) - 50)) / 100_000n)
    moving.push(...(await lookAll(db, at)))
  }
  const after = await waiting(db)
  say(`${ticks} moves of up to 0.05 % on every pair: ${shown(moving)}; ${before - after} went off`)
  await moveTo((price * 9n) / 10n)
  const falling = await lookAll(db, at)
  const told = after - (await waiting(db))
  const all = falling.reduce((sum, ms) => sum + ms, 0)
  say(
    `a fall by a tenth on every pair: ${told} went off in ${figure(all / 1000, 1)} s, ${falling.length} looks: ${shown(falling)}`,
  )
  const isScanned = await scans(db, price, at)
  say(isScanned ? 'a look reads the whole table' : 'no look reads the whole table')
  isGood = !isScanned
} finally {
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = isGood ? 0 : 1

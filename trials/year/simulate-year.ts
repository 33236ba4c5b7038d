/**
 * npm run trial simulate-year [-- 42 200 30 (seed, wallets, days)]. Checks daily that no balance is negative, the ledger balances, promises
 * equal reservations, and the proof matches the postings. Finally traces rewards to fees, balances to postings, and up to 1,000 income
 * records to capital, fees or fund profit, never to another holder's money. Equal seeds print equal numbers.
 */

import { testDb } from '#engine/test/test-db.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { randomBelow } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import { repeatRandomness } from '#server/test/test-implementations.ts'
import { simulateYear } from './test-year.ts'

const seed = Number(process.argv[2] ?? randomBelow(2 ** 31))
const wallets = Number(process.argv[3] ?? 2_000)
const days = Number(process.argv[4] ?? 365)
const actions = Number(process.argv[5] ?? Math.max(30, Math.floor(wallets / 20)))
const say = (line: string) => process.stdout.write(`${line}\n`)

say(`seed ${seed}: ${wallets} wallets, ${days} days, ${actions} actions a day`)
const db = await testDb()
repeatRandomness(seed)
const startedAt = wallClock.now().getTime()
const seconds = () => ((wallClock.now().getTime() - startedAt) / 1000).toFixed(0)
const outcome = await simulateYear(db, {
  seed,
  wallets,
  days,
  actions,
  onDay: (day, done, faults) => {
    if (done % 5 === 0) say(`${day} (${done} of ${days} days, ${seconds()} s, ${faults} faults)`)
  },
})
const lines = await db.query<{ line: string; orders: bigint; states: string }>(
  `SELECT line, sum(count)::int8 AS orders, string_agg(state || ' ' || count, ', ' ORDER BY state) AS states
   FROM (SELECT line, state, count(*) AS count FROM investment_order GROUP BY 1, 2) t GROUP BY line ORDER BY line`,
)
const codes = await db.query<{ asset: number; code: number; count: bigint; units: string }>(
  'SELECT (asset = 6) AS points, code, count(*) AS count, sum(amount)::text AS units, min(asset) AS asset FROM record WHERE code >= 0 GROUP BY 1, 2 ORDER BY 1, 2',
)
await db.close()

for (const [answer, count] of [...outcome.answers].sort()) say(`${answer.padEnd(48)} ${count}`)
for (const { line, orders, states } of lines) say(`${line.padEnd(14)} ${orders} orders: ${states}`)
for (const { asset, code, count, units } of codes)
  say(`${asset === 6 ? 'POWER' : 'code'} ${code}: ${count} (${showUnits(BigInt(units))})`)
for (const fault of outcome.faults.slice(0, 40)) say(fault)
const origins = [...outcome.origins].sort(([, a], [, b]) => b - a).map(([roots, count]) => `${count} to ${roots}`)
say(`${outcome.traced} of ${outcome.incomes} income records followed to where their money began: ${origins.join(', ')}`)
say(
  `${outcome.postings} postings in ${seconds()} s, digest ${outcome.digest}: ${outcome.proven} daily proofs held against the postings, ${outcome.faults.length} faults`,
)
process.exitCode = outcome.faults.length === 0 ? 0 : 1

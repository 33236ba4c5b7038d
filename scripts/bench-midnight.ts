/**
 * Withdrawals during a midnight of many orders: how long from the answer that accepts one until its transaction is handed to a node?
 * npm run bench-midnight · npm run bench-midnight -- 100000 (orders; 1,000,000 unless said)
 * On PostgreSQL 18 that waits for the disk at every commit: signer, API, worker and days as processes, one EVM node with two chains. 40 people ask in
 * turn, for no more than one every 31 s has a new code of the authenticator. Afterwards the same without a midnight.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withdrawalLimits } from '#custody/payments/withdrawal-settings.ts'
import { openDb } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test-postgres.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator.ts'
import { callLimits } from '#identity/call-count.store.ts'
import { advanceClock } from '#kit/clock.store.ts'
import { addDays, dayMs, dayOf, hourMs, startOf, wallClock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { changeSetting } from '#kit/settings.store.ts'
import type { Hex } from '#outside/chains/bytes.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { testChain } from '#outside/chains/test-chain.ts'
import { RefusedAnswer } from '#server/test-wire.ts'
import { figure, table } from '#trials/bench/machine.ts'
import { addressForProduct, gateTo, partsOf } from '#trials/bench/parts.ts'
import { multiply, sampleWorld } from '#trials/bench/settlement-world.ts'
import { bindHome, codeMs, newWithdrawer, type Withdrawer } from '#trials/withdrawer.ts'

const wanted = Number(process.argv[2] ?? 1_000_000)
const people = 40
const quietMs = 120_000
const say = (line: string) => process.stdout.write(`${line}\n`)
const began = performance.now()
const sinceStart = () => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** What a withdrawal went through, in milliseconds of this process's clock. */
type Asked = { readonly id: number; readonly askedAt: number; readonly acceptedAt: number }
const asked: Asked[] = []
/** When the bytes of a transaction were handed to the node. */
const sentAt = new Map<string, number>()
const refused = new Map<string, number>()

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const databaseUrl = await addressForProduct(postgres.url)
const db: Db = await openDb({ dataDir: folder, databaseUrl: postgres.url }, { asOwner: true })
const today = dayOf(wallClock.now())
const world = await sampleWorld(db, new Date(startOf(today).getTime() + 10 * hourMs))
say(`samples bought and settled after ${sinceStart()}`)
const { orders, wallets } = await multiply(world, wanted)
// The chains of this bench never saw the coins of the world: they came from a network that is not connected here.
await db.transaction(async (tx) => {
  await tx.query('SET LOCAL session_replication_role = replica')
  await tx.query(`UPDATE books.account SET owner = 'outside:tron' WHERE owner LIKE 'outside:%'`)
})
await db.query('VACUUM ANALYZE')
say(`${orders} orders of ${wallets} wallets after ${sinceStart()}`)

const chain = await testChain()
await chain.signer.stop()
const gate = await gateTo(chain.url, (method, params) => {
  if (method !== 'eth_sendRawTransaction') return
  const [raw] = params as [string]
  if (!sentAt.has(raw)) sentAt.set(raw, performance.now())
})
const networks = chain.networks.map((network) => ({ ...network, rpcUrl: gate.url }))
const parts = partsOf({ dataDir: chain.dataDir, networks, databaseUrl })
const mining = setInterval(() => void chain.mine().catch(() => undefined), 1_000)
let isOver = false

/** Asks with every new code, until it is over. */
async function withdraw({ client, secret }: Withdrawer, place: number): Promise<void> {
  await wait((codeMs * place) / people)
  while (!isOver) {
    await client.confirm()
    const askedAt = performance.now()
    try {
      const code = codeAt(secret, wallClock.now())
      const { id } = await client.call(requestWithdrawal, {
        chain: place % 2 ? 'bsc' : 'eth',
        coin: 'USDT',
        amount: '20',
        code,
      })
      asked.push({ id, askedAt, acceptedAt: performance.now() })
    } catch (error) {
      if (!(error instanceof RefusedAnswer)) throw error
      refused.set(error.envelope.msg, (refused.get(error.envelope.msg) ?? 0) + 1)
    }
    await wait(codeMs)
  }
}

const figures = (values: readonly number[]): string[] => {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return [at(0.5), at(0.99), sorted.at(-1) ?? Number.NaN].map((ms) => figure(ms))
}

try {
  for (const name of ['signer', 'api', 'worker'] as const) await parts.start(name)
  const days = await parts.start('days')
  const at = wallClock.now()
  await db.transaction(async (tx) => {
    const many = { minute: 10_000, hour: 100_000 }
    const often = { creation: many, restore: many, sign_in: many, password: many, lookup: many }
    const calls = { ...callLimits.initial, ...often }
    await changeSetting(tx, callLimits, { value: calls, reason: 'all people at one address', at })
    const large = { dayLimitValue: '1000000', reviewAboveDayValue: '1000000', reviewAboveCount: 100_000 }
    const value = { ...withdrawalLimits.initial, ...large }
    await changeSetting(tx, withdrawalLimits, { value, reason: 'many withdrawals', at })
    // The morning after the last day of the world that is settled.
    await advanceClock(tx, world.clock.now().getTime() - at.getTime())
  })
  const persons: Withdrawer[] = []
  for (let count = 0; count < people; count += 1) persons.push(await newWithdrawer(parts.address))
  await wait(codeMs)
  for (const [place, person] of persons.entries()) {
    const name = place % 2 ? 'bsc' : 'eth'
    await bindHome(person, name)
    await chain.give(name, 'USDT', person.deposit[name] as Hex, '2000')
  }
  const credited = `SELECT FROM deposit WHERE state = 'credited'`
  while ((await db.query(credited)).length < people) await wait(500)
  say(`${people} people are ready after ${sinceStart()}; load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`)

  const loads = persons.map(withdraw)
  const day = dayOf(world.clock.now())
  await db.transaction((tx) => advanceClock(tx, dayMs))
  const midnightAt = performance.now()
  const settled = 'SELECT FROM settlement_day WHERE day = $1 AND finished_at IS NOT NULL'
  while ((await db.query(settled, [day])).length === 0) await wait(250)
  const settledAt = performance.now()
  say(`${day} is settled in ${((settledAt - midnightAt) / 1000).toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`)
  await wait(quietMs)
  const memory = process.platform === 'linux' ? readFileSync(`/proc/${days.pid}/status`, 'utf8') : ''
  const kib = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(memory)?.[1])
  say(`memory of days: at most ${figure(kib('VmHWM') / 1024)} MiB, now ${figure(kib('VmRSS') / 1024)} MiB`)
  isOver = true
  await Promise.all(loads)
  await wait(10_000)

  const raws = await db.query<{ id: bigint; raw: string }>(
    'SELECT withdrawal_id AS id, raw FROM payment WHERE raw IS NOT NULL',
  )
  const rawOf = new Map(raws.map(({ id, raw }) => [Number(id), raw]))
  const sent = (id: number) => sentAt.get(rawOf.get(id) ?? '')
  const rows = [
    { name: 'during the midnight', from: midnightAt, until: settledAt },
    { name: 'after it', from: settledAt, until: settledAt + quietMs },
  ].map(({ name, from, until }) => {
    const all = asked.filter(({ acceptedAt }) => acceptedAt >= from && acceptedAt < until)
    const unsent = all.filter(({ id }) => sent(id) === undefined).length
    const toSent = all
      .flatMap(({ id, acceptedAt }) => (sent(id) ?? Number.NaN) - acceptedAt)
      .filter((ms) => !Number.isNaN(ms))
    return [
      name,
      `${all.length}`,
      `${unsent}`,
      ...figures(toSent),
      ...figures(all.map((each) => each.acceptedAt - each.askedAt)),
    ]
  })
  say(table(['withdrawals, ms', 'asked', 'not sent', 'sent p50', 'p99', 'most', 'answered p50', 'p99', 'most'], rows))
  if (refused.size > 0) say(`refused: ${JSON.stringify([...refused])}`)
  for (const { kind, chain: name, detail } of await openIncidents(db))
    say(`incident: ${kind} on ${name} ${JSON.stringify(detail)}`)
  say(`next days: ${addDays(day, 1)}; all of it in ${sinceStart()}`)
} finally {
  isOver = true
  clearInterval(mining)
  parts.close()
  gate.close()
  await chain.close().catch(() => undefined)
  await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

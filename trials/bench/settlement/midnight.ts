/**
 * npm run trial bench-midnight [-- 100000 (orders, default 1,000,000) --transfers 200 (timed transfers per second in parallel)]. Compares
 * with no midnight. PostgreSQL 18 syncs to disk. 40 people take turns, because a new authenticator code is available every 31 s.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withdrawalLimits } from '#custody/payments/withdrawal-settings.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { callLimits } from '#identity/captcha/call-count.store.ts'
import { creationsWithoutPuzzle } from '#identity/captcha/captcha.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { addDays, dayMs, dayOf, hourMs, startOf, wallClock } from '#kit/time/clock.ts'
import { fetchRequestToken } from '#kit/wire/contracts/app.contract.ts'
import { appKey } from '#kit/wire/signing/headers.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { callWire, RefusedAnswer } from '#server/test/test-wire.ts'
import { bindHome, codeMs, newWithdrawer, type Withdrawer } from '../../withdrawer.ts'
import { keepPace, type Paced } from '../calls/pace.ts'
import { newPeople, type Person } from '../calls/people.ts'
import { benchAgent, writeRequest } from '../calls/requests.ts'
import { fillLog } from '../load.ts'
import { figure, table } from '../machine.ts'
import { addressForProduct, gateTo, partsOf } from '../parts.ts'
import { multiply, sampleWorld } from './settlement-world.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    transfers: { type: 'string', default: '0' },
    people: { type: 'string', default: '40' },
    quiet: { type: 'string', default: '120' },
  },
})
const wanted = Number(positionals[0] ?? 1_000_000)
const transfers = Number(values.transfers)
const payersCount = 500
if (transfers > 0) process.env.BEHIND_PROXY = '1'
const people = Number(values.people)
const quietMs = Number(values.quiet) * 1000
const say = (line: string) => process.stdout.write(`${line}\n`)
const began = performance.now()
const sinceStart = () => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** Milliseconds of this process's clock. */
type Asked = { readonly id: number; readonly askedAt: number; readonly acceptedAt: number }
const asked: Asked[] = []
const sentAt = new Map<string, number>()
const refused = new Map<string, number>()

const folder = mkdtempSync(join(tmpdir(), 'glasshouse-bench-'))
const postgres = await startPostgres({ durable: true })
const databaseUrl = await addressForProduct(postgres.url)
const db: Db = await openDbAsOwner({ dataDir: folder, databaseUrl: postgres.url })
const today = dayOf(wallClock.now())
const world = await sampleWorld(db, new Date(startOf(today).getTime() + 10 * hourMs))
say(`samples bought and settled after ${sinceStart()}`)
const { orders, wallets } = await multiply(world, wanted)
const chain = await testChain()
await chain.signer.stop()
const payers = transfers > 0 ? await newPeople(db, chain.dataDir, payersCount, false) : []
// Makes the world's coins come from TRON, which is not connected.
await db.transaction(async (tx) => {
  await tx.query('SET LOCAL session_replication_role = replica')
  await tx.query(`UPDATE books.account SET owner = 'outside:tron' WHERE owner LIKE 'outside:%'`)
})
await db.query('VACUUM ANALYZE')
say(`${orders} orders of ${wallets} wallets after ${sinceStart()}`)

const gate = await gateTo(chain.url, (method, params) => {
  if (method !== 'eth_sendRawTransaction') return
  const [raw] = params as [string]
  if (!sentAt.has(raw)) sentAt.set(raw, performance.now())
})
const networks = chain.networks.map((network) => ({ ...network, rpcUrl: gate.url }))
const parts = partsOf({ dataDir: chain.dataDir, networks, databaseUrl })
const mining = setInterval(() => void chain.mine().catch(() => undefined), 1_000)
let isOver = false

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

/** @returns a function that stops the payments and reports */
async function pay(): Promise<() => Promise<readonly Paced[]>> {
  if (transfers === 0) return async () => []
  const line = {
    target: parts.address,
    now: () => wallClock.now(),
    userAgent: benchAgent,
    origin: parts.address,
    deviceId: 'bench',
  }
  const nobody = { requestToken: undefined, session: undefined, walletToken: undefined }
  const { requestToken } = await callWire({ ...line, ...nobody }, fetchRequestToken, { appKey })
  const { host, port } = new URL(parts.address)
  let turn = 0
  const write = () => {
    const [payer, receiver] = [payers[turn % payers.length], payers[(turn * 7 + 1) % payers.length]]
    turn += 1
    const target = (payer === receiver ? payers[turn % payers.length] : receiver)?.walletId
    const input = { target, coin: 'USDT', number: '1.5' }
    return writeRequest('/wallet/conver', requestToken, payer as Person, input, host)
  }
  return keepPace(Number(port), write, transfers)
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
    await changeSetting(tx, creationsWithoutPuzzle, { value: 200, reason: 'all people at one address', at })
    const large = { dayLimitValue: '1000000', reviewAboveDayValue: '1000000', reviewAboveCount: 100_000 }
    const value = { ...withdrawalLimits.initial, ...large }
    await changeSetting(tx, withdrawalLimits, { value, reason: 'many withdrawals', at })
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

  // Recycles WAL files as after a day's work, so midnight creates no new ones.
  await fillLog(db)
  await db.exec('CHECKPOINT')
  const loads = persons.map(withdraw)
  const stopTransfers = await pay()
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
  const paid = await stopTransfers()
  await wait(10_000)

  const raws = await db.query<{ id: bigint; raw: string }>(
    'SELECT withdrawal_id AS id, raw FROM payment_transaction WHERE raw IS NOT NULL',
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
  if (transfers > 0) {
    const spans = [
      { name: 'during the midnight', from: midnightAt, until: settledAt },
      { name: 'after it', from: settledAt, until: settledAt + quietMs },
    ]
    const lines = spans.map(({ name, from, until }) => {
      const all = paid.filter(({ dueAt }) => dueAt >= from && dueAt < until)
      const wrong = all.filter(({ msg }) => msg !== 'success').length
      return [name, `${all.length}`, `${wrong}`, ...figures(all.map(({ ms }) => ms))]
    })
    say(table([`transfers, ${transfers} a second, ms`, 'asked', 'refused', 'answered p50', 'p99', 'most'], lines))
  }
  for (const { msg } of paid) if (msg !== 'success') refused.set(msg, (refused.get(msg) ?? 0) + 1)
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

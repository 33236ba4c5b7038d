/**
 * npm run trial kill-money [-- 60 (kills)]. An EVM node and simulated TRON lose and repeat messages, and reorganize. At the end every
 * accepted withdrawal is complete, all balances are exact, deposits are credited once, and no process hangs.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { openSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { withdrawalLimits } from '#custody/payments/withdrawal-settings.ts'
import { openDb } from '#engine/open-db.store.ts'
import { testFolderDb } from '#engine/test/test-db.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt } from '#identity/authenticator/authenticator.ts'
import { callLimits } from '#identity/captcha/call-count.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { type ChainId, chainCoin, chainIds } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { seededDice } from '#kit/text/random.ts'
import { advanceClock } from '#kit/time/clock.store.ts'
import { dayMs, wallClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { RefusedAnswer } from '#server/test/test-wire.ts'
import { bindHome, codeMs, newWithdrawer, type Withdrawer } from '../withdrawer.ts'

const killsWanted = Number(process.argv[2] ?? 60)
const seed = Number(process.env.SEED ?? 20_261_121)
const dice = seededDice(seed)
const people = 12
const blockEveryMs = 250
const say = (line: string) => process.stdout.write(`${line}\n`)
const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const met = { lostQuestions: 0, lostAnswers: 0, doubled: 0, reorganisations: 0, unanswered: 0, gifts: 0 }
let hostile = false
let stopped = false

/** Drops some requests before they reach the node and some answers after it has acted. Repeats other requests. */
function hostileProxy(url: string): Server {
  return createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const headers = { 'content-type': 'application/json' }
    const ask = () => fetch(url, { method: 'POST', headers, body }).then((each) => each.text())
    const fate = hostile ? dice.below(100) : 100
    if (fate < 4) {
      met.lostQuestions += 1
      request.socket.destroy()
      return
    }
    const answer = await ask()
    if (fate < 8) {
      met.lostAnswers += 1
      request.socket.destroy()
      return
    }
    if (fate < 10) {
      met.doubled += 1
      await ask()
    }
    response.end(answer)
  })
}

type Part = { readonly name: string; child: ChildProcess; isReady: boolean }

function keep(name: string, file: string, args: readonly string[], env: NodeJS.ProcessEnv, logs: string): Part {
  const log = openSync(join(logs, `${name}.log`), 'a')
  const launch = (): ChildProcess => fork(fileOf(file), [...args], { env, stdio: ['ignore', log, log, 'ipc'] })
  const part: Part = { name, child: launch(), isReady: false }
  const watch = (): void => {
    part.child.once('message', () => {
      part.isReady = true
    })
    part.child.once('exit', () => {
      part.isReady = false
      if (stopped) return
      setTimeout(() => {
        part.child = launch()
        watch()
      }, 50)
    })
  }
  watch()
  return part
}

async function untilReady(parts: readonly Part[], withinMs = 120_000): Promise<void> {
  const until = performance.now() + withinMs
  while (!parts.every(({ isReady }) => isReady) && performance.now() < until) await wait(20)
}

const acknowledged = new Set<number>()

/** Retries immediately if no answer arrives. The code may already be used. */
async function withdraw({ client, secret }: Withdrawer): Promise<void> {
  let lastCode = ''
  while (!stopped) {
    await wait(1_000)
    const code = codeAt(secret, wallClock.now())
    if (code === lastCode || !hostile) continue
    const amount = `${20 + dice.below(20)}.${10 + dice.below(90)}`
    try {
      await client.confirm()
      acknowledged.add(
        (await client.call(requestWithdrawal, { chain: dice.pick(chainIds), coin: 'USDT', amount, code })).id,
      )
      lastCode = code
    } catch (error) {
      met.unanswered += 1
      if (!(error instanceof RefusedAnswer)) continue
      const { msg } = error.envelope
      if (!/^(session|identity\.code)/.test(msg)) say(`refused: ${msg}`)
      if (msg.startsWith('identity.code')) lastCode = code
    }
  }
}

const chain = await testChain()
const tron = await testTron()
const { hotAddress, gasAddress } = (await chain.signer.publicKeys()).tron
await chain.signer.stop()
await tron.signer.stop()
const proxy = hostileProxy(chain.url)
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
const rpcUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
const networks = [...chain.networks.map((network) => ({ ...network, rpcUrl })), tron.network]
const networksFile = join(chain.dataDir, 'networks.json')
writeFileSync(networksFile, JSON.stringify(networks))
const port = 20_000 + dice.below(20_000)
const env = {
  ...process.env,
  PORT: `${port}`,
  DATA_DIR: chain.dataDir,
  NETWORKS_FILE: networksFile,
  ORIGINS: `http://127.0.0.1:${port}`,
  LOG_LEVEL: 'warn',
}
const logs = process.env.LOGS ?? chain.dataDir
let db: Db = await testFolderDb(chain.dataDir)
const parts = [keep('signer', 'outside/chains/signer/signer-process.ts', ['--data', chain.dataDir], env, logs)]
parts.push(keep('api', 'server/processes/api-process.ts', [], env, logs))
await untilReady(parts)
parts.push(
  keep('worker', 'server/loops/worker-process.ts', [], env, logs),
  keep('days', 'server/loops/days-process.ts', [], env, logs),
)
await untilReady(parts)
say('everything is up')

await db.transaction(async (tx) => {
  const value = {
    ...withdrawalLimits.initial,
    dayLimitValue: '1000000',
    reviewAboveDayValue: '1000000',
    reviewAboveCount: 100_000,
  }
  await changeSetting(tx, withdrawalLimits, { value, reason: 'many withdrawals', at: wallClock.now() })
  const many = { minute: 10_000, hour: 100_000 }
  const often = { creation: many, restore: many, sign_in: many, password: many, lookup: many }
  const calls = { ...callLimits.initial, ...often }
  await changeSetting(tx, callLimits, { value: calls, reason: 'all people at one address', at: wallClock.now() })
})

const address = `http://127.0.0.1:${port}`
const persons: Withdrawer[] = []
for (let count = 0; count < people; count += 1) persons.push(await newWithdrawer(address))
for (const name of chainIds) {
  await wait(codeMs)
  for (const person of persons) await bindHome(person, name)
}
await db.transaction((tx) => advanceClock(tx, dayMs))
await db.close()
tron.give(hotAddress, '100000')
// Enough TRX for all sweeps.
tron.sendSun(gasAddress, 10_000_000_000n)
tron.mine(1, blockEveryMs)

const received = new Map<string, bigint>()
async function give(person: Withdrawer, name: ChainId, amount: string): Promise<void> {
  met.gifts += 1
  const to = person.deposit[name]
  received.set(
    `${person.wallet.walletId} ${name}`,
    (received.get(`${person.wallet.walletId} ${name}`) ?? 0n) + (parseUnits(amount) ?? 0n),
  )
  if (name === 'tron') tron.give(to, amount)
  else await chain.give(name, 'USDT', to as Hex, amount)
}
for (const person of persons) for (const name of chainIds) await give(person, name, '3000')

const mining = (async () => {
  while (!stopped) {
    await chain.mine()
    tron.mine(1, 3_000)
    if (hostile && dice.chance(0.02)) {
      met.reorganisations += 1
      if (dice.chance(0.5)) tron.chain.reorganise(1 + dice.below(3))
      else await chain.rpc('anvil_reorg', [1 + dice.below(3), []]).catch(() => undefined)
    }
    await wait(blockEveryMs)
  }
})()
// A reorganization may drop a faucet payment for good, so payments are made first.
await wait(30 * blockEveryMs + 20_000)
tron.setFate((path) => {
  const fate = dice.below(path.endsWith('broadcasthex') ? 30 : 100)
  if (fate < 3) {
    met.lostQuestions += 1
    return 'lose question'
  }
  if (fate < 6) {
    met.lostAnswers += 1
    return 'lose answer'
  }
  if (fate < 9) {
    met.doubled += 1
    return 'twice'
  }
  return 'answer'
})
hostile = true
const asking = persons.map(withdraw)

const kills: Record<string, number> = { signer: 0, api: 0, worker: 0, days: 0 }
const since = performance.now()
for (let count = 1; count <= killsWanted; count += 1) {
  const part = dice.pick(parts)
  // A fifth of the kills hit during startup.
  if (dice.chance(0.8)) await untilReady(parts, 60_000)
  await wait(dice.below(2_500))
  part.child.kill('SIGKILL')
  kills[part.name] = (kills[part.name] ?? 0) + 1
  if (count % 20 === 0)
    say(`${count} kills in ${Math.round((performance.now() - since) / 1000)} s, ${acknowledged.size} withdrawals`)
}
hostile = false
tron.setFate(undefined)
const isOver = Promise.all(asking)
say('no more kills; what is open is finished')
await untilReady(parts)
const until = performance.now() + 300_000
db = await openDb({ dataDir: chain.dataDir })
const openCount = async (): Promise<bigint> => {
  const [row] = await db.query<{ count: bigint }>(
    `SELECT (SELECT count(*) FROM withdrawal WHERE ended_at IS NULL) + (SELECT count(*) FROM deposit WHERE state = 'seen')
       + (SELECT count(*) FROM tron_sweep WHERE state = 'open') AS count`,
  )
  return row?.count ?? 0n
}
await wait(5_000)
while ((await openCount()) > 0n && performance.now() < until) await wait(1_000)
await wait(70_000)
stopped = true

const wrong: string[] = []
const rows = await db.query<{ id: bigint; chain: ChainId; state: string; address: string; units: bigint }>(
  'SELECT id, chain, state, address, received_units AS units FROM withdrawal',
)
const booked = new Set(rows.map(({ id }) => Number(id)))
for (const id of acknowledged) if (!booked.has(id)) wrong.push(`withdrawal ${id} was answered and is not there`)
for (const { id, state } of rows) if (state !== 'done' && state !== 'failed') wrong.push(`withdrawal ${id} is ${state}`)
for (const { home } of persons)
  for (const name of chainIds) {
    const due = rows
      .filter((row) => row.chain === name && row.address === home[name] && row.state === 'done')
      .reduce((sum, { units }) => sum + units, 0n)
    const decimals = chainCoin(name, 'USDT')?.decimals ?? 0
    const there = name === 'tron' ? tron.balance(home.tron) : await chain.balance(name, 'USDT', home[name] as Hex)
    const fine = 10n ** BigInt(18 - decimals)
    if (there * fine !== due * 10n ** 10n) wrong.push(`${home[name]} on ${name}: ${there} there, ${showUnits(due)} due`)
  }
const credited = await db.query<{ walletId: string; chain: string; units: string }>(
  `SELECT wallet_id AS "walletId", chain, sum(units)::text AS units FROM deposit WHERE state = 'credited' AND wallet_id IS NOT NULL
   GROUP BY wallet_id, chain`,
)
const creditedOf = new Map(credited.map((row) => [`${row.walletId} ${row.chain}`, BigInt(row.units)]))
for (const [who, units] of received)
  if (creditedOf.get(who) !== units) wrong.push(`${who}: ${creditedOf.get(who)} credited of ${units}`)
for (const incident of await openIncidents(db))
  wrong.push(`incident ${incident.kind} on ${incident.chain} ${JSON.stringify(incident.detail)}`)
for (const { rule, example } of await audit(db)) wrong.push(`${rule}: ${example}`)
const compared = await reconciliations(db)
for (const { chain: name, coin, difference } of compared)
  if (difference !== 0n) wrong.push(`${coin} on ${name} differs by ${difference}`)
if (compared.length === 0) wrong.push('the books were never compared')
const states = Object.fromEntries(
  [...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]),
)
const [swept] = await db.query<{ count: bigint }>(`SELECT count(*) AS count FROM tron_sweep WHERE state = 'done'`)
const tronSweeps = Number(swept?.count)
if (tronSweeps === 0) wrong.push('no deposit address on TRON was swept')
const paid = { withdrawals: rows.length, acknowledged: acknowledged.size, states, tronSweeps }
say(JSON.stringify({ kills, ...paid, ...met, seed }))
for (const problem of wrong) say(`wrong: ${problem}`)
say(wrong.length === 0 ? 'nothing was lost, paid twice or left standing' : `${wrong.length} things are wrong`)
await db.close()
for (const { child } of parts) child.kill('SIGKILL')
await mining
await isOver.catch(() => undefined)
proxy.closeAllConnections()
proxy.close()
// The signers of these chains stopped at the start.
await chain.close().catch(() => undefined)
await tron.close().catch(() => undefined)
process.exit(wrong.length === 0 ? 0 : 1)

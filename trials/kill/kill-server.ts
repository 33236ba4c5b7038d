/**
 * npm run trial kill-server [-- 20 (rounds)]. POSTGRES=1 uses a separate PostgreSQL. The supervisor restarts the API. At the end the ledger
 * contains every acknowledged transfer once.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endProduct, isAlive, ops, pidsOf, removeData, startProduct } from '#e2e/run/product.ts'
import { openDb } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { askFaucet } from '#features/deposits/deposits.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { randomBelow } from '#kit/text/random.ts'
import { type ClientWallet, type TestClient, testClient } from '#server/test/test-client.ts'
import { RefusedAnswer } from '#server/test/test-wire.ts'

const rounds = Number(process.argv[2] ?? 20)
const people = 8
const postgres = process.env.POSTGRES ? await startPostgres({ durable: true }) : undefined
if (postgres) process.env.DATABASE_URL = postgres.url
const say = (line: string) => process.stdout.write(`${line}\n`)

type Payer = { readonly client: TestClient; readonly wallet: ClientWallet }
const acknowledged = new Set<number>()
let stopped = false
let unanswered = 0

async function fund({ client }: Payer): Promise<void> {
  await client.call(askFaucet, { chain: 'bsc', coin: 'USDT', amount: '1000' })
  for (let attempts = 0; attempts < 600; attempts += 1) {
    const { items } = await client.call(walletAssets, {})
    if (items.some(({ coin, available }) => coin === 'USDT' && available !== '0')) return
    await wait(200)
  }
  throw new Error('the faucet did not pay')
}

/** Never retries after a lost answer, so the outcome is unknown. */
async function pay({ client }: Payer, others: readonly ClientWallet[]): Promise<void> {
  while (!stopped) {
    const receiver = others[randomBelow(others.length)] as ClientWallet
    try {
      const { id } = await client.call(makeTransfer, { receiverId: receiver.walletId, coin: 'USDT', amount: '1' })
      acknowledged.add(id)
    } catch (error) {
      if (error instanceof RefusedAnswer && error.envelope.msg.startsWith('session.wallet_token'))
        await client.confirm().catch(() => undefined)
      else {
        unanswered += 1
        await wait(50)
      }
    }
  }
}

function apiOf(dataDir: string): number | undefined {
  return pidsOf(dataDir).find((pid) => {
    try {
      return readFileSync(join('/proc', String(pid), 'cmdline'), 'utf8').includes('api-process')
    } catch {
      return false
    }
  })
}

const product = await startProduct()
let failed = true
try {
  const payers: Payer[] = []
  for (let person = 0; person < people; person += 1) {
    const client = testClient(product.address)
    payers.push({ client, wallet: await client.createWallet() })
  }
  await Promise.all(payers.map(fund))
  for (const { client } of payers) await client.confirm()
  const loads = payers.map((payer) =>
    pay(
      payer,
      payers.filter((other) => other !== payer).map(({ wallet }) => wallet),
    ),
  )

  for (let round = 1; round <= rounds; round += 1) {
    const before = acknowledged.size
    while (acknowledged.size < before + 5) await wait(50)
    await wait(randomBelow(1_000))
    const pid = apiOf(product.dataDir)
    if (pid === undefined) throw new Error('the API is not there')
    process.kill(pid, 'SIGKILL')
    while (isAlive(pid)) await wait(10)
    say(`kill ${round}: ${acknowledged.size} transfers acknowledged so far`)
  }
  const last = acknowledged.size
  while (acknowledged.size < last + 20) await wait(50)
  stopped = true
  await Promise.all(loads)

  const db = await openDb({ dataDir: product.dataDir, databaseUrl: postgres?.url })
  const rows = await db.query<{ id: bigint; entries: bigint }>(
    'SELECT t.id, count(p.id) AS entries FROM transfer t LEFT JOIN entry p ON p.key = t.key GROUP BY t.id',
  )
  await db.close()
  const booked = new Map(rows.map(({ id, entries }) => [Number(id), Number(entries)]))
  const lost = [...acknowledged].filter((id) => booked.get(id) !== 1)
  const verified = await ops({ dataDir: product.dataDir }, 'ledger', 'verify')
  const holds = verified.includes('Everything holds')
  say(
    `${postgres ? 'another PostgreSQL' : 'own PostgreSQL'}: ${rounds} kills, ${acknowledged.size} acknowledged, ${lost.length} of them lost, ` +
      `${booked.size} in the books, ${unanswered} calls without an answer; ${holds ? 'the books hold' : verified}`,
  )
  failed = lost.length > 0 || !holds
} finally {
  stopped = true
  await endProduct(product)
  removeData(product)
  await postgres?.stop()
}
process.exit(failed ? 1 : 0)

/** npm run trial bench-compare [-- 1000000 1000 (addresses, unswept)]. The node takes 40 ms per answer. */
import { setTimeout as wait } from 'node:timers/promises'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { countAddresses } from '#custody/comparing/count.job.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { migrate } from '#engine/migrate.store.ts'
import { openDbAsOwner } from '#engine/open-db.store.ts'
import { startPostgres } from '#engine/test/test-postgres.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { keptAddress } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import { wallClock } from '#kit/time/clock.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import type { Chains, ConnectedChain } from '#outside/chains/connect.server.ts'
import { evmPort } from '#outside/chains/evm/evm.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { readNetworks } from '#outside/chains/networks.ts'
import { addressSql, hotAddress, slowNode, tokens } from './slow-node.ts'

const [addresses = 1_000_000, unswept = 1_000] = process.argv.slice(2).map(Number)
const answerMs = 40
const held = 5n
const say = (line: string) => process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const batch = 50_000
const [countRuns, everyMs] = [30, 10_000]

type Header = { readonly number: number; readonly hash: string; readonly parent: string }

const keepTip = (db: Db, { number, hash, parent }: Header) =>
  db.query(
    'INSERT INTO chain_block (chain, number, hash, parent, at) VALUES ($1, $2, $3, $4, now()) ON CONFLICT DO NOTHING',
    ['bsc', number, hash, parent],
  )

/** One address per wallet, each with five deposits, nearly all swept yesterday. */
async function makeWorld(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica')
    for (let from = 1; from <= addresses; from += batch) {
      const some = [from, Math.min(addresses, from + batch - 1)]
      await tx.query(
        `INSERT INTO wallet (id, depth, jump_id, created_at) SELECT lpad(n::text, 10, '0'), 0, '0000000001', now() FROM generate_series($1::int, $2::int) n`,
        some,
      )
      await tx.query(
        `INSERT INTO deposit_address (family, index, address, wallet_id)
         SELECT 'evm', n, ${addressSql('n')}, lpad(n::text, 10, '0') FROM generate_series($1::int, $2::int) n`,
        some,
      )
      await tx.query(
        `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
           kind, wallet_id, state, seen_at, credited_at, swept_at)
         SELECT 'bsc', 'tx' || n, 0, 1, 'b', 'USDT', 'f', ${addressSql('n')}, $3::numeric * 1e18, $3::bigint * 100000000, 0,
           'wallet', lpad(n::text, 10, '0'), 'credited', now(), now(), CASE WHEN n > $4::int THEN now() - interval '1 day' END
         FROM generate_series($1::int, $2::int) n`,
        [...some, held, unswept],
      )
    }
  })
  await db.query('VACUUM ANALYZE')
  const units = BigInt(unswept) * held * unitsPerOne
  const postings = [{ from: outside('bsc'), to: company('capital'), asset: 'USDT', units } as const]
  await db.transaction((tx) => post(tx, { key: 'bench:there', at: wallClock.now(), postings }))
}

function chainsTo(batches: boolean, node: ReturnType<typeof slowNode>): Chains {
  const row = { chain: 'bsc', rpcUrl: 'http://localhost', evmChainId: 56, startBlock: 0, tokens, vault: hotAddress }
  const [network] = readNetworks(JSON.stringify([row]))
  if (!network) throw new Error('a network was read')
  const port = evmPort(batches ? node.rpc : node.withoutCreations, network.tokens)
  const own = keptAddress('evm', hotAddress)
  const connection = {
    network,
    port,
    hotAddress: own,
    payerAddress: own,
    gasAddress: own,
    proofAddress: own,
    lane: 'evm:56',
  }
  const connected = new Map<ChainId, ConnectedChain>([['bsc', connection]])
  return { connected, signer: undefined as never }
}

const postgres = await startPostgres({ durable: true })
const db = await openDbAsOwner({ dataDir: '', databaseUrl: postgres.url })
try {
  await migrate(db)
  await makeWorld(db)
  const node = slowNode({ answerMs, unswept, baseUnits: held * 10n ** 18n })
  say(
    `${addresses.toLocaleString('en')} addresses that once received, ${unswept.toLocaleString('en')} of them unswept; ${answerMs} ms a call`,
  )
  for (const batches of [true, false]) {
    const context = { db, clock: wallClock, chains: chainsTo(batches, node) }
    for (let go = 0; go < 3; go += 1) {
      await keepTip(db, node.block(node.head()))
      const [began, asked] = [performance.now(), node.asked()]
      await reconcileBooks(context)
      const way = batches ? 'many balances in a call' : 'one balance a call, 16 at once'
      say(`  a comparison, ${way}: ${seconds(performance.now() - began)}, ${node.asked() - asked} calls`)
      await wait(100)
    }
  }
  const [found] = (await reconciliations(db)).filter(({ coin }) => coin === 'USDT')
  const told = await openIncidents(db)
  if (found?.difference !== 0n || told.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(told)}`)

  const context = { db, clock: wallClock, chains: chainsTo(true, node) }
  let [longest, all] = [0, 0]
  for (let run = 0; run < countRuns; run += 1) {
    const began = performance.now()
    await countAddresses(context)
    const ms = performance.now() - began
    longest = Math.max(longest, ms)
    all += ms
  }
  const [round] = await db.query<{ last: bigint }>('SELECT last FROM reread_round')
  const each = Number(round?.last ?? 0) / countRuns
  const hours = ((addresses / each) * everyMs) / 3_600_000
  say(
    `  all are counted in runs of ${Math.round(each)} addresses, ${seconds(all / countRuns)} each, the longest ${seconds(longest)}: a round takes ${hours.toFixed(1)} h with a run every 10 s`,
  )
} finally {
  await db.close()
  await postgres.stop()
}

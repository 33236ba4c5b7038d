/**
 * npm run trial bench-dust [-- 20000 (payments, default 100,000) | many (one transaction per payment instead of two per block)]. Kills the
 * watcher inside a block.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { testFolderDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { chains as chainTerms } from '#kit/chain/chains.ts'
import { wallClock } from '#kit/time/clock.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { devTransaction } from '#outside/chains/dev-chain/dev-genesis.ts'
import { transferData } from '#outside/chains/evm/erc20.ts'
import { type Hex, quantity } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { testBatch } from '#outside/chains/test/test-batch.ts'
import { testChain } from '#outside/chains/test/test-chain.ts'
import { figure, median } from './machine.ts'

const isMany = process.argv.includes('many')
const wanted = Number(process.argv.slice(2).find((arg) => /^\d+$/.test(arg)) ?? 100_000)
const inBlock = 5_000
const dusted = 10
const blockMs = 3_000
/** One ledger unit in base units of USDT on BNB Smart Chain. */
const dust = 10n ** 10n
const confirmations = chainTerms.bsc.confirmations
const say = (line: string) => process.stdout.write(`${line}\n`)

const chain = await testChain()
const db = await testFolderDb(chain.dataDir)
const networks = chain.networks.filter((network) => network.chain === 'bsc')
const connected = await connectChains({ db, networks, signer: chain.signer })
const [network] = networks
const token = network?.tokens.USDT as Hex
await chain.rpc('evm_setBlockGasLimit', [quantity(2_000_000_000)])
const address = async (): Promise<Hex> => {
  const { walletId } = await testWallet(db)
  return (await depositAddressOf(db, walletId, (await loadWallet(db, walletId)).serial)) as Hex
}
const victims = await Promise.all(Array.from({ length: dusted }, address))
const other = await address()
const { deployer } = chain.keys
const evmChainId = network?.evmChainId ?? 0
const batch = await testBatch(
  { rpc: chain.rpc, evmChainId, deployer, tokenOf: () => token, mine: () => chain.mine() },
  [['bsc', 'USDT']],
)

async function flood(): Promise<void> {
  const each = victims.map((to) => ({ to, baseUnits: dust }))
  if (!isMany) {
    for (let part = 0; part < 2; part += 1) await batch.pay('bsc', 'USDT', each, inBlock / 2 / dusted)
    return
  }
  const first = Number(await chain.rpc('eth_getTransactionCount', [deployer.address, 'pending']))
  for (let at = 0; at < inBlock; at += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, place) => {
        const data = transferData(victims[(at + place) % dusted] ?? other, dust)
        return chain.rpc('eth_sendRawTransaction', [
          devTransaction(deployer, evmChainId, first + at + place, { to: token, data }),
        ])
      }),
    )
}

const place = join(chain.dataDir, 'watched.json')
writeFileSync(place, JSON.stringify({ network, hotAddress: chain.hotAddress }))
function start(): ChildProcess {
  const program = fileURLToPath(new URL('./dust-watcher.ts', import.meta.url))
  return fork(program, [chain.dataDir, place], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}
let watcher = start()
let peak = 0
function look(): void {
  try {
    const held = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${watcher.pid}/status`, 'utf8'))
    peak = Math.max(peak, Number(held?.[1] ?? 0) / 1024)
  } catch {}
}
const looking = setInterval(look, 100)

/** Keyed by transaction hash. */
const deepAt = new Map<string, number>()
const creditedAt = new Map<string, number>()
async function follow(): Promise<void> {
  const rows = await db.query<{ hash: string }>(
    `SELECT tx_hash AS hash FROM deposit WHERE to_address = $1 AND state = 'credited'`,
    [other],
  )
  for (const { hash } of rows) if (!creditedAt.has(hash)) creditedAt.set(hash, performance.now())
}
const following = (async () => {
  for (;;) {
    await follow().catch(() => undefined)
    await wait(100)
  }
})()
following.catch(() => undefined)

const sent: { readonly hash: string; readonly block: number }[] = []
async function makeBlock({ isFlooded, isPaid }: { isFlooded: boolean; isPaid: boolean }): Promise<void> {
  const began = performance.now()
  const hash = isPaid ? await chain.give('bsc', 'USDT', other, '7') : undefined
  if (isFlooded) await flood()
  await wait(Math.max(0, blockMs - (performance.now() - began)))
  await chain.mine()
  const head = Number(await chain.rpc('eth_blockNumber'))
  if (hash) sent.push({ hash, block: head })
  for (const each of sent)
    if (head - each.block + 1 >= confirmations && !deepAt.has(each.hash)) deepAt.set(each.hash, performance.now())
}

async function killInside(): Promise<string> {
  for (;;) {
    const [part] = await db.query<{ number: bigint; logIndex: bigint }>(
      'SELECT number, log_index AS "logIndex" FROM block_part',
    )
    if (part && part.logIndex < 3_000n) {
      watcher.kill('SIGKILL')
      watcher = start()
      const [left] = await db.query<{ logIndex: bigint }>('SELECT log_index AS "logIndex" FROM block_part')
      return `killed inside block ${part.number}, after ${Number(left?.logIndex ?? part.logIndex) + 1} of its logs`
    }
    await wait(10)
  }
}

type Delays = { readonly middle: number; readonly longest: number }
async function phase(floods: number): Promise<Delays> {
  const before = sent.length
  const blocks = Math.ceil(wanted / inBlock)
  let killed: Promise<string> | undefined
  for (let count = 0; count < blocks; count += 1) {
    if (floods > 0 && count === Math.floor(blocks / 2)) killed = killInside()
    await makeBlock({ isFlooded: count < floods, isPaid: true })
  }
  for (let count = 0; count < confirmations; count += 1) await makeBlock({ isFlooded: false, isPaid: false })
  const mine = sent.slice(before)
  while (!mine.every(({ hash }) => creditedAt.has(hash))) await wait(100)
  if (killed) say(await killed)
  const late = mine.map(({ hash }) => ((creditedAt.get(hash) ?? 0) - (deepAt.get(hash) ?? 0)) / 1000)
  return { middle: median(late), longest: Math.max(...late) }
}
const shown = ({ middle, longest }: Delays): string => `${figure(middle, 1)} s, at most ${figure(longest, 1)} s`

const without = await phase(0)
say(`without dust: others are credited ${shown(without)} after they are deep enough`)
const began = performance.now()
const withDust = await phase(Math.ceil(wanted / inBlock))
say(
  `with ${wanted} payments of dust, ${isMany ? 'a transaction each' : 'two transactions a block'}: ${shown(withDust)}`,
)
say(`later: ${figure(withDust.longest - without.longest, 1)} s at most (allowed: 10)`)
say(`the flood and what is deep after it: ${figure((performance.now() - began) / 1000)} s`)

const counted = async () => {
  const [row] = await db.query<{ waiting: bigint; kept: bigint; rows: bigint }>(
    `SELECT (SELECT coalesce(sum(payments), 0) FROM dust_in_block)::bigint AS waiting,
       (SELECT coalesce(sum(payments), 0) FROM dust)::bigint AS kept, (SELECT count(*) FROM dust) AS rows`,
  )
  return row ?? { waiting: 0n, kept: 0n, rows: 0n }
}
say(`counted: ${(await counted()).waiting} payments of dust, each once`)
await chain.mine(513)
while ((await counted()).kept < BigInt(wanted)) await wait(200)
const { kept, rows } = await counted()
const suspense = await balanceOf(db, company('suspense'), 'USDT')
const [entries] = await db.query<{ count: bigint }>(`SELECT count(*) FROM entry WHERE key LIKE 'dust:%'`)
say(`once nothing replaces them: ${kept} in ${rows} rows and ${entries?.count} entries, ${showUnits(suspense)} USDT`)
await reconcileBooks({ db, clock: wallClock, chains: connected })
for (const { coin, difference } of await reconciliations(db)) say(`${coin}: chain and books differ by ${difference}`)
say(`most memory of the watching process: ${figure(peak)} MiB (allowed: 300)`)
say(`load of the machine: ${figure(loadavg()[0] ?? 0, 1)}`)
const isGood = withDust.longest - without.longest <= 10 && peak <= 300 && kept === BigInt(wanted)
clearInterval(looking)
watcher.kill('SIGKILL')
await chain.close()
process.exit(isGood ? 0 : 1)

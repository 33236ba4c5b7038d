import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import type { Address } from '#kit/chain/address.ts'
import type { Db } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { testMs } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf, walletBalances } from '#ledger/posting/ledger.store.ts'
import { type Chains, connectChains } from '#outside/chains/connect.server.ts'
import { devTransaction } from '#outside/chains/dev-chain/dev-genesis.ts'
import { fromBaseUnits, transferData } from '#outside/chains/evm/erc20.ts'
import { RpcUnreachable } from '#outside/chains/evm/json-rpc.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { type Hex, quantity } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { keyAt } from '#outside/chains/keys/derivation.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'

const confirmations = 6
const coins = ['USDT', 'ATMC', 'ATMX'] as const
const seed = Number(process.env.SEED ?? 20_261_121)

/** Deterministic by seed. */
function generator(start: number) {
  let state = start
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
  return { next, below: (limit: number) => Math.floor(next() * limit) }
}

type Sent = { readonly raw: Hex; readonly sender: number }

let chain: TestChain
let db: Db
beforeEach(async () => {
  chain = await testChain()
  db = await testDb()
})
afterEach(async () => {
  await db.close()
  await chain.close()
})

/** Fails one request in fifty. */
const forgetful = (port: ChainPort, random: ReturnType<typeof generator>): ChainPort => {
  const lossy = <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      if (random.next() < 0.02) throw new RpcUnreachable('test', 'lost')
      return ask(...args)
    }
  }
  return {
    ...port,
    head: lossy(port.head),
    blockAt: lossy(port.blockAt),
    transfersOf: lossy(port.transfersOf),
    receipt: lossy(port.receipt),
  }
}

type Weather = {
  readonly rounds: number
  readonly depthMax: number
  /** Probability that a sender's transactions all return. */
  readonly keepAll: number
}

/** @returns what happened; wrong balances are in `wrong`. */
async function storm({ rounds, depthMax, keepAll }: Weather) {
  const random = generator(seed)
  const clock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  const networks = chain.networks.filter((network) => network.chain === 'bsc')
  const connected = await connectChains({ db, networks, signer: chain.signer })
  const [entry] = connected.connected
  if (!entry) throw new Error('bsc is connected')
  const [name, connection] = entry
  const port = forgetful(connection.port, random)
  const chains: Chains = { ...connected, connected: new Map([[name, { ...connection, port }]]) }
  const watch = async () => {
    await watchNetworks({ db, clock, chains, confirmations: () => confirmations }).catch((error: unknown) => {
      if (!(error instanceof RpcUnreachable)) throw error
    })
  }

  const holders: { walletId: WalletId; address: Address }[] = []
  for (let count = 0; count < 10; count += 1) {
    const { walletId } = await testWallet(db)
    const { serial } = await loadWallet(db, walletId)
    const address = await depositAddressOf(db, walletId, serial)
    if (address) holders.push({ walletId, address })
  }
  const wealthy = mnemonicToSeedSync(
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  )
  const senders = Array.from({ length: 6 }, (_, index) => keyAt(wealthy, `m/44'/60'/0'/0/${index}`))
  for (const { address } of senders) {
    await chain.rpc('anvil_setBalance', [address, quantity(10n ** 20n)])
    for (const coin of coins) await chain.give('bsc', coin, address, '1000000')
  }
  await chain.mine(confirmations)

  const nonces = senders.map(() => 0)
  let blocks: Sent[][] = []
  let sent = 0
  let reorganisations = 0
  let dropped = 0
  const send = async (): Promise<Sent> => {
    const sender = random.below(senders.length)
    const key = senders[sender]
    const token = connection.network.tokens[coins[random.below(coins.length)] ?? 'USDT'] as Hex | undefined
    const to = holders[random.below(holders.length)]?.address
    if (!key || !token || !to) throw new Error('the test holds what it draws from')
    const nonce = nonces[sender] ?? 0
    nonces[sender] = nonce + 1
    const baseUnits = BigInt(1 + random.below(800)) * 10n ** 16n + BigInt(random.below(2)) * 123n
    const raw = devTransaction(key, 31_337, nonce, { to: token, data: transferData(to, baseUnits) })
    await chain.rpc('eth_sendRawTransaction', [raw])
    sent += 1
    return { raw, sender }
  }

  /** Some transactions return in another order and block, others never. */
  const reorganise = async () => {
    const depth = 1 + random.below(depthMax)
    const gone = blocks.splice(-depth).flat()
    const plan: { one: Sent; block: number }[] = []
    for (let sender = senders.length - 1; sender >= 0; sender -= 1) {
      const mine = gone.filter((one) => one.sender === sender)
      const kept = random.next() < keepAll ? mine.length : random.below(mine.length + 1)
      let block = 0
      for (const one of mine.slice(0, kept)) {
        block = Math.min(depth - 1, block + random.below(2))
        plan.push({ one, block })
      }
      nonces[sender] = (nonces[sender] ?? 0) - (mine.length - kept)
      dropped += mine.length - kept
    }
    plan.sort((a, b) => a.block - b.block)
    await chain.rpc('anvil_reorg', [depth, plan.map(({ one, block }) => [one.raw, block])])
    for (let block = 0; block < depth; block += 1)
      blocks.push(plan.filter((each) => each.block === block).map(({ one }) => one))
    reorganisations += 1
  }

  for (let round = 0; round < rounds; round += 1) {
    const inBlock: Sent[] = []
    for (let count = random.below(4); count > 0; count -= 1) inBlock.push(await send())
    await chain.mine()
    blocks.push(inBlock)
    if (random.next() < 0.7) await watch()
    if (blocks.length > depthMax && random.next() < 0.35) await reorganise()
    blocks = blocks.slice(-20)
  }
  await chain.mine(confirmations)
  for (let count = 0; count < 20; count += 1) await watch()

  const [open] = await db.query<{ count: bigint }>(`SELECT count(*) FROM deposit WHERE state = 'seen'`)
  expect(open?.count).toBe(0n)
  const wrong: string[] = []
  let credited = 0n
  for (const { walletId, address } of holders) {
    const balances = await walletBalances(db, walletId)
    for (const coin of coins) {
      const [waiting] = await db.query<{ units: string }>(
        `SELECT coalesce(sum(units), 0) AS units FROM deposit WHERE wallet_id = $1 AND coin = $2 AND state = 'collecting'`,
        [walletId, coin],
      )
      const [rest] = await db.query<{ base: string }>(
        'SELECT coalesce(sum(remainder), 0) AS base FROM deposit WHERE wallet_id = $1 AND coin = $2',
        [walletId, coin],
      )
      const booked = (balances.find(({ asset }) => asset === coin)?.available ?? 0n) + BigInt(waiting?.units ?? 0)
      const onChain = (await chain.balance('bsc', coin, address as Hex)) - BigInt(rest?.base ?? 0)
      const { units, remainder } = fromBaseUnits(onChain, 18)
      credited += booked
      if (booked !== units || remainder !== 0n) wrong.push(`${walletId} ${coin}: booked ${booked}, on chain ${units}`)
    }
  }
  const [waiting] = await db.query<{ units: string }>(
    `SELECT coalesce(sum(units), 0) AS units FROM deposit WHERE coin = 'USDT' AND state = 'collecting'`,
  )
  const suspense = await balanceOf(db, company('suspense'), 'USDT')
  if (suspense !== BigInt(waiting?.units ?? 0)) wrong.push(`suspense: ${suspense}`)
  return { wrong, sent, reorganisations, dropped, credited, incidents: await openIncidents(db), books: await audit(db) }
}

/** Enough for every case; `npm test -- --all` runs all. */
const rounds = Number(process.env.ROUNDS ?? sizeOf(import.meta.url, { least: 16, turn: 80, all: 500 }))

it(
  `books every payment exactly once through ${rounds} rounds of reorganisations (seed ${seed})`,
  async () => {
    const result = await storm({ rounds, depthMax: confirmations - 1, keepAll: 0.7 })
    expect(result).toMatchObject({ wrong: [], incidents: [], books: [] })
    expect(result.sent).toBeGreaterThan(rounds)
    expect(result.reorganisations).toBeGreaterThan(rounds / 5)
    expect(result.dropped).toBeGreaterThan(0)
    expect(result.credited).toBeGreaterThan(0n)
  },
  Math.max(testMs, 500 * rounds),
)

it(`never credits twice what comes back from deeper than we wait, and tells a person (seed ${seed})`, async () => {
  const result = await storm({
    rounds: sizeOf(import.meta.url, { least: 30, turn: 80, all: 80 }),
    depthMax: 2 * confirmations,
    keepAll: 1,
  })
  expect(result).toMatchObject({ wrong: [], books: [], dropped: 0 })
  expect(new Set(result.incidents.map(({ kind }) => kind))).toEqual(new Set(['deep_reorg']))
})

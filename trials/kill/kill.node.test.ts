import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolderDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { meanwhile, testMs } from '#kit/test/test-until.ts'
import { wallClock } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { allowMany, askWithdrawals } from './test-asked.ts'
import { untilKilled } from './test-until-killed.ts'

/** `npm test -- --all` runs more kills. KILLS sets the number. */
const killsWanted = Number(process.env.KILLS ?? sizeOf(import.meta.url, { least: 3, turn: 8, all: 50 }))
const holders = Number(
  process.env.HOLDERS ?? Math.max(killsWanted, sizeOf(import.meta.url, { least: 15, turn: 45, all: 45 })),
)
const seed = Number(process.env.SEED ?? 20_261_121)

let state = seed
const random = () => {
  state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
  return state / 0x80000000
}

let chain: TestChain
let db: Db
let proxy: Server
const lost = { questions: 0, answers: 0 }
beforeAll(async () => {
  chain = await testChain()
  db = await testFolderDb(chain.dataDir)
  proxy = hostileProxy(chain.url)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await db.close()
  await chain.close()
})

function hostileProxy(url: string): Server {
  return createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const fate = random()
    if (fate < 0.05) {
      lost.questions += 1
      request.socket.destroy()
      return
    }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: Buffer.concat(parts) }).then((each) => each.text())
    if (fate < 0.1) {
      lost.answers += 1
      request.socket.destroy()
    } else response.end(answer)
  })
}

/** Runs the payer and kills it at a step. 0: never. @returns whether it was killed */
function payUntil(diesAt: number): Promise<boolean> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const networks = JSON.stringify(chain.networks.map((network) => ({ ...network, rpcUrl: url })))
  return untilKilled('./test-payer.ts', chain.dataDir, networks, `${diesAt}`)
}

it(
  `pays every withdrawal exactly once through ${killsWanted} kills of the payer (seed ${seed})`,
  async () => {
    await connectChains({ db, networks: chain.networks, signer: chain.signer })
    await allowMany(db, wallClock.now())
    const asked: Awaited<ReturnType<typeof askWithdrawals>>[] = []
    for (let index = 0; index < holders; index += 1)
      asked.push(await askWithdrawals(db, ['eth', 'bsc'], 50 + index, wallClock.now()))

    let reorganisations = 0
    const endMining = meanwhile(async () => {
      await chain.mine()
      if (random() < 0.03) {
        await chain.rpc('anvil_reorg', [2, []]).catch(() => undefined)
        reorganisations += 1
      }
    }, 10)
    let kills = 0
    let runs = 0
    try {
      for (;;) {
        runs += 1
        const wasKilled = await payUntil(kills < killsWanted ? 1 + Math.floor(random() * 24) : 0)
        if (!wasKilled) break
        kills += 1
      }
    } finally {
      await endMining()
    }

    expect(await openIncidents(db)).toEqual([])
    expect(await db.query(`SELECT state, count(*) FROM withdrawal GROUP BY state`)).toEqual([
      { state: 'done', count: BigInt(2 * holders) },
    ])
    const wrong: string[] = []
    for (const { address, whole } of asked) {
      const [eth, bsc] = [await chain.balance('eth', 'USDT', address), await chain.balance('bsc', 'USDT', address)]
      if (eth !== whole * 10n ** 6n || bsc !== whole * 10n ** 18n)
        wrong.push(`${address}: ${eth} and ${bsc} for ${whole}`)
    }
    expect(wrong).toEqual([])
    const paid = (await chain.rpc('eth_getTransactionCount', [chain.payerAddress, 'latest'])) as Hex
    expect(Number(paid)).toBe(2 * holders)
    expect(await audit(db)).toEqual([])
    expect({ kills, lostSome: lost.questions > 0 && lost.answers > 0, reorganised: reorganisations > 0 }).toEqual({
      kills: killsWanted,
      lostSome: true,
      reorganised: true,
    })
    process.stdout.write(
      `${JSON.stringify({ kills, runs, withdrawals: 2 * holders, ...lost, reorganisations, seed })}\n`,
    )
  },
  Math.max(testMs, 10_000 * killsWanted),
)

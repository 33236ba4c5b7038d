import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { until } from '#kit/test/test-until.ts'
import { dayMs, dayOf } from '#kit/time/clock.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import type { ConnectedChain } from '#outside/chains/connect.server.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import type { ChainPort } from '#outside/chains/port.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { chainLoops } from '../../loops/chain-loops.ts'
import { guarded, guardedDb } from '../../loops/leave.ts'
import { runLoops } from '../../loops/run-loops.ts'
import { companyLoops, dayLoops } from '../../loops/schedule.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'
import { handTime } from '../../test/test-time.ts'

let chain: TestChain
let world: MoneyWorld
const stopping = new AbortController()
beforeEach(async () => {
  chain = await testChain()
  world = await moneyWorld(chain, { homes: { eth: home } })
})
afterEach(async () => {
  stopping.abort()
  await world.close()
})

it('a chain whose node never answers holds up no other chain, no payment there and no settlement', async () => {
  const { clock } = world.app
  const db = guardedDb(world.app.db)
  const eth = world.chains.connected.get('eth')
  const bsc = world.chains.connected.get('bsc')
  if (!eth || !bsc) throw new Error('both chains are connected')
  const { walletId, client } = world.holder
  const address = (await client.call(depositAddresses, {})).chains.find((each) => each.chain === 'eth')?.address
  await chain.give('eth', 'USDT', address as Hex, '500')
  await chain.mine(20)
  await world.watch()

  let asked = 0
  const silence = () => {
    asked += 1
    return new Promise<never>(() => {})
  }
  const names = Object.keys(bsc.port) as (keyof ChainPort)[]
  const silent = guarded(Object.fromEntries(names.map((name) => [name, silence])) as unknown as ChainPort)
  const dead: ConnectedChain = { ...bsc, port: silent, lane: 'evm:56:elsewhere' }
  const chains = { signer: world.chains.signer, connected: new Map([['bsc', dead] as const, ['eth', eth] as const]) }
  const context = { db, clock, chains, demo: false, tell: () => {}, alarm: () => {} }
  const deps = companyLoops(context).filter(({ name }) => name !== 'house' && name !== 'prices')
  const time = handTime()
  const groups = [new Map([['bsc', dead] as const]), new Map([['eth', eth] as const])]
  const onChains = groups.flatMap((group) => chainLoops(context, group, time))
  const { ended } = runLoops([...deps, ...dayLoops(context), ...onChains], {
    db,
    owner: 'one',
    signal: stopping.signal,
    onError: () => {},
    onStuck: () => {},
    time,
    longestMs: Number.POSITIVE_INFINITY,
    heldMs: dayMs,
  })

  await chain.give('eth', 'USDT', address as Hex, '70')
  const { id } = await world.ask('50')
  const today = dayOf(clock.now())
  clock.advance(dayMs)
  const standing = async () => ({
    withdrawal: (await world.read(id))?.state,
    balance: await balanceOf(db, available(walletId), 'USDT'),
    settled: (await db.query('SELECT FROM settlement_day WHERE day = $1 AND finished_at IS NOT NULL', [today])).length,
  })
  const right = { withdrawal: 'done', balance: parseUnits('520'), settled: 1 }
  await until('all of it is done', async () => {
    await chain.mine()
    time.advance(500)
    return isDeepStrictEqual(await standing(), right)
  })
  expect(await standing()).toEqual(right)
  expect(asked).toBeGreaterThan(0)
  stopping.abort()
  await ended
})

import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import { minuteMs } from '#kit/clock.ts'
import type { Hex } from '#outside/chains/bytes.ts'
import { type TestChain, testChain } from '#outside/chains/test-chain.ts'
import { chainLoops } from './chain-loops.ts'
import { releaseLeases } from './lease.store.ts'
import { guardedDb } from './leave.ts'
import { runLoops } from './run-loops.ts'
import { home, type MoneyWorld, moneyWorld } from './test-money-world.ts'

let chain: TestChain
let world: MoneyWorld
const stopping = new AbortController()
beforeEach(async () => {
  chain = await testChain()
  world = await moneyWorld(chain, { homes: { eth: home } })
}, 120_000)
afterEach(async () => {
  stopping.abort()
  await world.close()
})

it('a worker that gets a lane back pays only after books and chain were compared once more', async () => {
  const { clock } = world.app
  const db = guardedDb(world.app.db)
  const eth = world.chains.connected.get('eth')
  if (!eth) throw new Error('the chain is connected')
  const { signer } = world.chains
  const shown = (await world.holder.client.call(depositAddresses, {})).chains
  await chain.give('eth', 'USDT', shown.find((each) => each.chain === 'eth')?.address as Hex, '500')
  await chain.mine(20)
  await world.watch()
  const loops = chainLoops({ db, clock, chains: { signer, connected: new Map() } }, new Map([['eth', eth]]))
  const times = { renewMs: 50, tickMs: 10 }
  const { signal } = stopping
  const { ended } = runLoops(loops, { db, owner: 'one', signal, onError: () => {}, onStuck: () => {}, ...times })
  const state = async (id: number) => (await world.read(id))?.state
  const until = async (isSo: () => Promise<boolean>) => {
    // A comparison is known by its moment, so the clock goes on. One that came before the payer looked is followed by the next in a minute.
    for (let tries = 0; tries < 5_000 && !(await isSo()); tries += 1) {
      clock.advance(20)
      await wait(20)
    }
    expect(await isSo()).toBe(true)
  }
  const ownerOf = async (name: string) =>
    (await world.app.db.query<{ owner: string }>('SELECT owner FROM worker_lease WHERE name = $1', [name]))[0]?.owner
  const [comparing, paying] = ['compare:eth', `pay:${eth.lane}`]

  const first = await world.ask('50')
  await until(async () => (await state(first.id)) === 'confirming')
  // Another worker takes over, as after a pause that was too long, and goes away with nothing compared.
  const others = [paying, comparing, 'watch:eth']
  await db.query(
    `UPDATE worker_lease SET owner = 'two', held_until = clock_timestamp() + interval '1 hour' WHERE name = ANY ($1::text[])`,
    [others],
  )
  await wait(500)
  await db.query('DELETE FROM worker_lease WHERE name = $1', [paying])
  await until(async () => (await ownerOf(paying)) === 'one')
  const second = await world.ask('60')
  await wait(2_000)
  expect(await state(second.id)).toBe('sending')
  clock.advance(minuteMs)
  await releaseLeases(db, 'two')
  await until(async () => (await state(second.id)) === 'confirming')
  stopping.abort()
  await ended
}, 300_000)

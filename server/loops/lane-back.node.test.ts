import { afterEach, beforeEach, expect, it } from 'vitest'
import { depositAddresses } from '#features/deposits/deposits.contract.ts'
import type { Db } from '#kit/store/db.ts'
import { until } from '#kit/test/test-until.ts'
import { dayMs } from '#kit/time/clock.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { home, type MoneyWorld, moneyWorld } from '../test/test-money-world.ts'
import { handTime } from '../test/test-time.ts'
import { chainLoops } from './chain-loops.ts'
import { releaseLeases } from './lease.store.ts'
import { guardedDb } from './leave.ts'
import { runLoops } from './run-loops.ts'

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

it('a worker that gets a lane back pays only after books and chain were compared once more', async () => {
  const { clock } = world.app
  const time = handTime()
  let looks = 0
  const query: Db['query'] = async (text, ...rest) => {
    const rows = await world.app.db.query<never>(text, ...rest)
    if (/INTO worker_lease/.test(text)) looks += 1
    return rows
  }
  const db = guardedDb({ ...world.app.db, query })
  const eth = world.chains.connected.get('eth')
  if (!eth) throw new Error('the chain is connected')
  const { signer } = world.chains
  const shown = (await world.holder.client.call(depositAddresses, {})).chains
  await chain.give('eth', 'USDT', shown.find((each) => each.chain === 'eth')?.address as Hex, '500')
  await chain.mine(20)
  await world.watch()
  const loops = chainLoops({ db, clock, chains: { signer, connected: new Map() } }, new Map([['eth', eth]]), time)
  const turns: string[] = []
  const { ended } = runLoops(loops, {
    db,
    owner: 'one',
    signal: stopping.signal,
    onError: () => {},
    onStuck: () => {},
    onTurn: (job) => turns.push(job),
    time,
    longestMs: Number.POSITIVE_INFINITY,
    heldMs: dayMs,
  })
  const state = async (id: number) => (await world.read(id))?.state
  /** Advances one second per poll, because time distinguishes comparisons. */
  const passesUntil = (what: string, isSo: () => unknown) =>
    until(what, () => {
      clock.advance(1_000)
      time.advance(1_000)
      return isSo()
    })
  const ownerOf = async (name: string) =>
    (await world.app.db.query<{ owner: string }>('SELECT owner FROM worker_lease WHERE name = $1', [name]))[0]?.owner
  const [comparing, paying] = ['compare:eth', `pay:${eth.lane}`]
  const paid = () => turns.filter((job) => job === 'pay withdrawals on eth').length

  const first = await world.ask('50')
  await passesUntil('the first is paid', async () => (await state(first.id)) === 'confirming')
  const others = [paying, comparing, 'watch:eth']
  await db.query(`UPDATE worker_lease SET owner = 'two', held_until = 'infinity' WHERE name = ANY ($1::text[])`, [
    others,
  ])
  const before = looks
  await passesUntil('it sees that its loops are gone', () => looks >= before + 2)
  await db.query('DELETE FROM worker_lease WHERE name = $1', [paying])
  await passesUntil('it has the lane back', async () => (await ownerOf(paying)) === 'one')
  const second = await world.ask('60')
  const turnsBefore = paid()
  await passesUntil('it had many turns to pay', () => paid() >= turnsBefore + 20)
  expect(await state(second.id)).toBe('sending')
  await releaseLeases(db, 'two')
  await passesUntil('the second is paid', async () => (await state(second.id)) === 'confirming')
  stopping.abort()
  await ended
})

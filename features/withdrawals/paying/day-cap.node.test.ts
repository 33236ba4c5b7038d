import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLane } from '#custody/payments/payments.store.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { type IdentityKey, identityKeyOf, newPhrase, signText } from '#identity/sessions/identity-key.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect as must } from '#kit/expect.ts'
import { dayMs, stoppedClock } from '#kit/time/clock.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { signerAt } from '#outside/chains/signer/signer-socket.ts'
import { testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { operate } from '#server/test/test-operator.ts'

const units = (text: string) => parseUnits(text) ?? 0n

describe('a withdrawal for which the signer’s day is full, though its cap was free when the payer looked', () => {
  let world: MoneyWorld
  const signerClock = stoppedClock(new Date('2026-11-22T12:00:00Z'))
  beforeEach(async () => {
    const rules = { ...wideRules, USDT: { atOnce: units('1500'), inDay: units('2000') } }
    const chain = await testChain({ rules, clock: signerClock })
    const signer = signerAt(chain.signer.socket)
    world = await moneyWorld({ ...chain, signer }, { homes: { bsc: home, eth: home }, usdt: '9000' })
    for (const name of ['ada', 'ben'] as const) {
      const key = await identityKeyOf(newPhrase())
      must(key, 'a new phrase is a phrase')
      keys[name] = key
      await operate(world.app, `approver add ${name} ${key.publicText}`)
    }
  })
  afterEach(() => world.close())

  const keys: Record<string, IdentityKey> = {}
  const askApproved = async (amount: string, chain: ChainId) => {
    const { id } = await world.ask(amount, 'USDT', chain)
    for (const [name, key] of Object.entries(keys)) {
      const text = (await operate(world.app, `withdrawal message ${id}`)).text.split('\nsigned by')[0] ?? ''
      expect((await operate(world.app, `withdrawal approve ${id} ${name} ${signText(text, key)}`)).code).toBe(0)
    }
    return id
  }
  const standing = async (id: number) => {
    const { db } = world.app
    return {
      withdrawal: await db.query(
        'SELECT state, needs_review, review_until, approved_at, note, taken_at FROM withdrawal WHERE id = $1',
        [id],
      ),
      approvals: await db.query('SELECT * FROM withdrawal_approval WHERE withdrawal_id = $1 ORDER BY approver', [id]),
      payments: await db.query('SELECT 1 FROM payment WHERE withdrawal_id = $1', [id]),
      next: await db.query(`SELECT next_nonce FROM payment_lane WHERE lane = 'bsc'`),
    }
  }
  const pay = (chain: ChainId, { connected } = world.chains) => {
    const { job, chains } = world
    const one = connected.get(chain)
    must(one, 'it is connected')
    return createPayer({ ...job, chains: { ...chains, connected: new Map([[chain, { ...one, lane: chain }]]) } }).pay()
  }
  /** Lane `first` signs between lane `second`'s read of the caps and its signature. */
  const payBetween = (first: ChainId, second: ChainId) => {
    const slow = world.through(({ terms }) => ({
      terms: async (...asked) => {
        await pay(first)
        return terms(...asked)
      },
    }))
    return pay(second, slow)
  }

  it('stays in the line as it is, with all that people approved, and goes when the day has room', async () => {
    const [first, second] = [await askApproved('1400', 'eth'), await askApproved('1400', 'bsc')]
    await openLane(world.app.db, 'bsc', 1)
    const before = await standing(second)
    expect(before).toMatchObject({ withdrawal: [{ state: 'sending' }], approvals: [{}, {}] })
    await payBetween('eth', 'bsc')
    expect(await world.read(first)).toMatchObject({ state: 'confirming' })
    expect(await standing(second)).toEqual(before)
    expect(await openIncidents(world.app.db)).toEqual([])
    await pay('bsc')
    expect(await standing(second)).toEqual(before)
    signerClock.advance(dayMs)
    world.app.clock.advance(2 * dayMs)
    await pay('bsc')
    expect(await world.read(second)).toMatchObject({ state: 'confirming' })
  })
})

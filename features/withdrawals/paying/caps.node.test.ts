import { afterEach, describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { testChain, wideRules } from '#outside/chains/test/test-chain.ts'
import { credit, type Holder, newHolder } from '#server/test/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { requestWithdrawal, withdrawalRules, withdrawals } from '../withdrawals.contract.ts'

const units = (text: string) => parseUnits(text) ?? 0n

describe('what the signer and the payout contract allow', () => {
  let world: MoneyWorld
  afterEach(() => world.close())
  const open = async (atOnce: string, inDay: string) => {
    const rules = { ...wideRules, USDT: { atOnce: units(atOnce), inDay: units(inDay) } }
    world = await moneyWorld(await testChain({ rules }), { homes: { bsc: home }, usdt: '900' })
  }
  const ask = async ({ client, code }: Holder, amount: string) => {
    const fresh = code()
    await client.confirm()
    return client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount, code: fresh })
  }

  it('is not used up by one who pays coins in and out again: who takes little leaves at once', async () => {
    await open('1000', '2000')
    const mallory = await newHolder(world.app)
    await mallory.bind('bsc', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
    world.app.clock.advance(dayMs)
    await credit(world.app, mallory, 'bsc', 'USDT', '5000')
    // Large deposits, so no outflow limit triggers a review.
    await world.app.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units, remainder,
         kind, wallet_id, state, seen_at, credited_at) VALUES ('bsc', '0x01', 0, 1, '0x02', 'USDT', '', '', 1, $1, 0, 'wallet', $2, 'credited', $3, $3)`,
      [units('900000'), mallory.walletId, world.app.clock.now()],
    )
    const large = [await ask(mallory, '1000'), await ask(mallory, '1000')]
    const small = await world.ask('20')
    await world.payer.run()
    expect(await world.read(small.id)).toMatchObject({ state: 'confirming' })
    const states = large.map(async ({ id }) => (await mallory.client.call(withdrawals, { id })).items[0]?.state)
    expect(await Promise.all(states)).toEqual(['confirming', 'sending'])
  })

  const crowd = (count: number, amount: string, state = 'sending') =>
    world.app.db.transaction(async (tx) => {
      const now = world.app.clock.now()
      const ids = Array.from(
        { length: count },
        (_, index) => `${state === 'done' ? 'D' : 'S'}${`${index}`.padStart(9, '0')}`,
      )
      await tx.query(
        `INSERT INTO wallet (id, depth, jump_id, created_at) SELECT id, 0, id, $2 FROM unnest($1::text[]) AS w (id)`,
        [ids, now],
      )
      await tx.query(
        `INSERT INTO bound_address (wallet_id, chain, address, remark, signed_address, issued_at, public_key, signature, bound_at, payable_from)
         SELECT id, 'bsc', $2, '', $2, 0, '', '', $3, $3 FROM unnest($1::text[]) AS w (id)`,
        [ids, home, addMs(now, -60 * dayMs)],
      )
      await tx.query(
        `INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, address, state, needs_review, requested_at, ended_at, taken_at)
         SELECT id, id, 'bsc', 'USDT', $2, 0, $3, $4, false, $5, $6, $6 FROM unnest($1::text[]) AS w (id)`,
        [ids, units(amount), home, state, now, state === 'done' ? now : null],
      )
    })

  it('leaves room for who takes little and was paid this week, however many fresh wallets stand there with more', async () => {
    await open('1000', '10000')
    const { payer, read } = world
    const first = await world.ask('20')
    await payer.run()
    expect(await read(first.id)).toMatchObject({ state: 'confirming' })
    // Uses up the half of the cap open to all. New wallets come before wallets with earlier payouts.
    await crowd(5, '1000', 'done')
    await crowd(300, '500')
    const { id } = await world.ask('20')
    await payer.run()
    expect(await read(id)).toMatchObject({ state: 'confirming' })
    expect(await world.app.db.query(`SELECT 1 FROM withdrawal WHERE state = 'sending'`)).toHaveLength(300)
  })

  it('is known before one asks: more than is paid at once is refused, and never waits for anybody', async () => {
    await open('500', '2000')
    await world.payer.run()
    const rules = await world.holder.client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })
    expect(rules).toMatchObject({ most: '500.3', ownShare: '200' })
    const over = await world.asking('600')
    expect(await world.holder.client.refusal(requestWithdrawal, over)).toBe('funds.withdrawal_above_payout')
    expect((await world.ask('500.3')).state).toBe('sending')
    expect(await balanceOf(world.app.db, available(world.holder.walletId), 'USDT')).toBe(units('399.7'))
  })

  it('gives back at once what was asked for before it was known', async () => {
    await open('500', '2000')
    const { id } = await world.ask('600')
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'cancelled', refusal: expect.stringContaining('in parts') })
    expect(await balanceOf(world.app.db, available(world.holder.walletId), 'USDT')).toBe(units('900'))
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { withdrawalTerms } from '#custody/payments/withdrawal-settings.ts'
import { asOwner } from '#engine/test/test-db.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { available, held, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { credit } from '#server/test/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { cancelWithdrawal, requestWithdrawal } from '../withdrawals.contract.ts'

describe('at the edges of a withdrawal', () => {
  let chain: TestChain
  let world: MoneyWorld
  beforeEach(async () => {
    chain = await testChain()
    world = await moneyWorld(chain, { homes: { bsc: home, eth: home } })
  })
  afterEach(() => world.close())

  it('an amount whose worth no balance could hold is refused by name', async () => {
    await world.app.db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-WLD', $1, 125, 100, 1250000000000)`,
      [world.app.clock.now()],
    )
    const asked = await world.asking('90000000000', 'WLD', 'eth')
    expect(await world.holder.client.refusal(requestWithdrawal, asked)).toBe('balance.insufficient')
  })

  it('parallel requests never pass the limit of a day between them', async () => {
    await credit(world.app, world.holder, 'bsc', 'USDT', '70000')
    const answers: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const [first, second] = [world.holder.code(), world.holder.code()]
      await world.holder.client.confirm()
      const both = [first, second].map((code) =>
        world.holder.client.send(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '9000', code }),
      )
      answers.push(...(await Promise.all(both)).map(({ envelope }) => envelope.msg))
    }
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(5)
    const [row] = await world.app.db.query<{ value: string }>('SELECT sum(value_units)::text AS value FROM withdrawal')
    expect(BigInt(row?.value ?? 0)).toBe(parseUnits('45000'))
    expect(await findWithdrawalProblems(world.app.db)).toEqual([])
  })

  it('a coin whose queue is long and whose hot wallet is short holds up no other coin', async () => {
    await credit(world.app, world.holder, 'bsc', 'ATMC', '100')
    await world.app.db.query(
      `INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, address, state, needs_review, requested_at)
       SELECT 'long:' || n, $1, 'bsc', 'USDT', 9000000000000000000, 0, $2, 'sending', false, $3 FROM generate_series(1, 250) n`,
      [world.holder.walletId, home, addMs(world.app.clock.now(), -2 * dayMs)],
    )
    const { id } = await world.ask('20', 'ATMC')
    await world.payer.run()
    expect((await world.read(id))?.state).toBe('confirming')
  })

  it('one that the signer would not sign waits for the operator with an end, and can be taken back', async () => {
    await credit(world.app, world.holder, 'bsc', 'USDT', '100')
    const { id } = await world.ask('50')
    await asOwner(
      world.app.db,
      `ALTER TABLE bound_address DISABLE TRIGGER bound_address_is_replaced;
      UPDATE bound_address SET signature = 'forged';
      ALTER TABLE bound_address ENABLE TRIGGER bound_address_is_replaced`,
    )
    await world.payer.run()
    await world.payer.run()
    const until = addMs(world.app.clock.now(), 72 * hourMs).toISOString()
    expect(await world.read(id)).toMatchObject({ state: 'reviewing', waits: [{ reason: 'review', until }] })
    expect((await world.holder.client.call(cancelWithdrawal, { id })).state).toBe('cancelled')
    expect(await balanceOf(world.app.db, held(world.holder.walletId), 'USDT')).toBe(0n)
    expect(await findWithdrawalProblems(world.app.db)).toEqual([])
  })

  it('a fee that the token cannot say is refused before anyone pays it: it would stop every payment', async () => {
    const change = (value: unknown) =>
      world.app.db.transaction((tx) =>
        changeSetting(tx, withdrawalTerms, { value, reason: 'a test', at: world.app.clock.now() }),
      )
    await expect(change({ 'eth.USDT': { minimum: '20', fee: '0.1234567' } })).rejects.toThrow('decimals')
    await expect(change({ 'bsc.WLD': { minimum: '20', fee: '1' } })).rejects.toThrow('does not travel')
    await change({ 'eth.USDT': { minimum: '20', fee: '0.123456' }, 'bsc.USDT': { minimum: '20', fee: '0.1234567' } })
  })

  it('what is held and in flight is what the withdrawals say, at every step, and a difference is found', async () => {
    await credit(world.app, world.holder, 'bsc', 'USDT', '3000')
    const problems = () => findWithdrawalProblems(world.app.db)
    await world.ask('50')
    await world.ask('2000')
    expect(await problems()).toEqual([])
    await world.payer.run()
    expect(await problems()).toEqual([])
    await chain.mine(15)
    await world.payer.run()
    expect(await problems()).toEqual([])
    const asset = 'USDT'
    const postings = [
      { from: available(world.holder.walletId), to: held(world.holder.walletId), asset, units: 7n, code: 3 } as const,
    ]
    await world.app.db.transaction((tx) => post(tx, { key: 'stray', at: world.app.clock.now(), postings }))
    expect(await problems()).toEqual([
      `wallet:${world.holder.walletId} held: 2000.00000007 USDT where the withdrawals say 2000`,
    ])
    expect(await balanceOf(world.app.db, outside('bsc'), 'USDT')).toBe(-295_030_000_000n)
  })
})

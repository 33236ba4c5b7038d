import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount.ts'
import { addMs, dayMs, hourMs } from '#kit/clock.ts'
import { changeSetting } from '#kit/settings.store.ts'
import { available, held, outside } from '#ledger/chart.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import type { Hex } from '#outside/chains/bytes.ts'
import { type Chains, connectChains } from '#outside/chains/connect.store.ts'
import { type TestChain, testChain } from '#outside/chains/test-chain.ts'
import { type TestApp, testApp } from '#server/test-app.ts'
import { credit, type Holder, newHolder } from '#server/test-funds.ts'
import { findWithdrawalProblems } from './withdrawal-invariants.store.ts'
import { withdrawalTerms } from './withdrawal-settings.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawals } from './withdrawals.contract.ts'
import { createPayer } from './withdrawals.job.ts'

const home: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('at the edges of a withdrawal', () => {
  let chain: TestChain
  let app: TestApp
  let chains: Chains
  let holder: Holder
  let payer: ReturnType<typeof createPayer>
  beforeEach(async () => {
    chain = await testChain()
    app = await testApp()
    chains = await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    payer = createPayer({ db: app.db, clock: app.clock, chains })
    holder = await newHolder(app)
    await holder.bind('bsc', home)
    await holder.bind('eth', home)
    app.clock.advance(dayMs)
  })
  afterEach(async () => {
    await app.close()
    await chain.close()
  })

  const ask = async (chain: 'eth' | 'bsc', coin: 'USDT' | 'WLD' | 'ATMC', amount: string) => {
    const code = holder.code()
    await holder.client.confirm()
    return holder.client.send(requestWithdrawal, { chain, coin, amount, code })
  }
  const numberOf = (answer: Awaited<ReturnType<typeof ask>>) => Number((answer.envelope.data as { id: number }).id)
  const read = async (id: number) => (await holder.client.call(withdrawals, { id })).items[0]

  it('an amount whose worth no balance could hold is refused by name', async () => {
    await app.db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-WLD', $1, 125, 100, 1250000000000)`,
      [app.clock.now()],
    )
    const { envelope } = await ask('eth', 'WLD', '90000000000')
    expect(envelope.msg).toBe('balance.insufficient')
  })

  it('parallel requests never pass the limit of a day between them', async () => {
    await credit(app, holder, 'bsc', 'USDT', '70000')
    const answers: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const [first, second] = [holder.code(), holder.code()]
      await holder.client.confirm()
      // Two codes that are both still good, two requests at once.
      const both = [first, second].map((code) =>
        holder.client.send(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '9000', code }),
      )
      answers.push(...(await Promise.all(both)).map(({ envelope }) => envelope.msg))
    }
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(5)
    const [row] = await app.db.query<{ value: string }>('SELECT sum(value_units)::text AS value FROM withdrawal')
    expect(BigInt(row?.value ?? 0)).toBe(parseUnits('45000'))
    expect(await findWithdrawalProblems(app.db)).toEqual([])
  })

  it('a coin whose queue is long and whose hot wallet is short holds up no other coin', async () => {
    await credit(app, holder, 'bsc', 'ATMC', '100')
    await app.db.query(
      `INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, address, state, needs_review, requested_at)
       SELECT 'long:' || n, $1, 'bsc', 'USDT', 9000000000000000000, 0, $2, 'sending', false, $3 FROM generate_series(1, 250) n`,
      [holder.walletId, home, addMs(app.clock.now(), -2 * dayMs)],
    )
    const id = numberOf(await ask('bsc', 'ATMC', '20'))
    await payer.run()
    expect((await read(id))?.state).toBe('confirming')
  })

  it('one that the signer would not sign waits for the operator with an end, and can be taken back', async () => {
    await credit(app, holder, 'bsc', 'USDT', '100')
    const id = numberOf(await ask('bsc', 'USDT', '50'))
    await app.db.exec(`ALTER TABLE bound_address DISABLE TRIGGER append_only;
      UPDATE bound_address SET signature = 'forged';
      ALTER TABLE bound_address ENABLE TRIGGER append_only`)
    await payer.run()
    await payer.run()
    const until = addMs(app.clock.now(), 72 * hourMs).toISOString()
    expect(await read(id)).toMatchObject({ state: 'reviewing', waits: [{ reason: 'review', until }] })
    expect((await holder.client.call(cancelWithdrawal, { id })).state).toBe('cancelled')
    expect(await balanceOf(app.db, held(holder.walletId), 'USDT')).toBe(0n)
    expect(await findWithdrawalProblems(app.db)).toEqual([])
  })

  it('a fee that the token cannot say is refused before anyone pays it: it would stop every payment', async () => {
    const change = (value: unknown) =>
      app.db.transaction((tx) => changeSetting(tx, withdrawalTerms, { value, reason: 'a test', at: app.clock.now() }))
    await expect(change({ 'eth.USDT': { minimum: '20', fee: '0.1234567' } })).rejects.toThrow('decimals')
    await expect(change({ 'bsc.WLD': { minimum: '20', fee: '1' } })).rejects.toThrow('does not travel')
    await change({ 'eth.USDT': { minimum: '20', fee: '0.123456' }, 'bsc.USDT': { minimum: '20', fee: '0.1234567' } })
  })

  it('what is held and in flight is what the withdrawals say, at every step, and a difference is found', async () => {
    await credit(app, holder, 'bsc', 'USDT', '3000')
    const problems = () => findWithdrawalProblems(app.db)
    await ask('bsc', 'USDT', '50')
    await ask('bsc', 'USDT', '2000')
    expect(await problems()).toEqual([])
    await payer.run()
    expect(await problems()).toEqual([])
    await chain.mine(15)
    await payer.run()
    expect(await problems()).toEqual([])
    const asset = 'USDT'
    const postings = [
      { from: available(holder.walletId), to: held(holder.walletId), asset, units: 7n, code: 3 } as const,
    ]
    await app.db.transaction((tx) => post(tx, { key: 'stray', at: app.clock.now(), postings }))
    expect(await problems()).toEqual([
      `wallet:${holder.walletId} held: 2000.00000007 USDT where the withdrawals say 2000`,
    ])
    expect(await balanceOf(app.db, outside('bsc'), 'USDT')).toBe(-295_030_000_000n)
  })
})

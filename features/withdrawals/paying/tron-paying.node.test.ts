import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findWithdrawalProblems } from '#custody/payments/withdrawal-invariants.store.ts'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, held, inFlight } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import type { Chains } from '#outside/chains/connect.server.ts'
import { openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { devTransfer, simulatedUsdt, tronUnits } from '#outside/chains/tron-fake/dev-tron.ts'
import { type TestTron, testTron } from '#outside/chains/tron-fake/test-tron.ts'
import { newHolder } from '#server/test/test-funds.ts'
import { type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { bindAddress, requestWithdrawal, withdrawalRules, withdrawals } from '../withdrawals.contract.ts'

const home = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'

describe('withdrawing on TRON', () => {
  let tron: TestTron
  let world: MoneyWorld
  beforeEach(async () => {
    tron = await testTron()
    world = await moneyWorld({ ...tron, networks: [tron.network] }, { homes: { tron: home }, usdt: '3000' })
  })
  afterEach(async () => {
    expect(await findWithdrawalProblems(world.app.db)).toEqual([])
    expect(await audit(world.app.db)).toEqual([])
    await world.close()
  })
  const has = (account: Parameters<typeof balanceOf>[1]) => balanceOf(world.app.db, account, 'USDT')
  const units = (text: string) => parseUnits(text) ?? 0n

  it('shows its rules: at least 10, fee 1', async () => {
    const rules = await world.holder.client.call(withdrawalRules, { chain: 'tron', coin: 'USDT' })
    expect(rules).toMatchObject({ minimum: '10', fee: '1', address: home, simulated: true, open: true })
    const asked = await world.asking('9.99')
    expect(await world.holder.client.refusal(requestWithdrawal, asked)).toBe('funds.withdrawal_below_minimum')
  })

  it('binds only a whole address of TRON, and none of the company’s own', async () => {
    const other = await newHolder(world.app)
    const serial = 1n
    const own = await depositAddressOf(world.app.db, other.walletId, serial + 1_000n, 'tron')
    const keyOf = async (address: string) => {
      const fresh = other.code()
      await other.client.confirm()
      const input = { chain: 'tron', address, remark: 'mine', code: fresh, ...other.sign('tron', address) } as const
      return other.client.refusal(bindAddress, input)
    }
    expect(await keyOf('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe('funds.address_length')
    expect(await keyOf(`${home.slice(0, 33)}0`)).toBe('funds.address_format')
    expect(await keyOf(home.replace('J', 'K'))).toBe('funds.address_checksum')
    for (const address of [own ?? '', tron.hotAddress, simulatedUsdt, tron.keys.company.address])
      expect(await keyOf(address), address).toBe('funds.same_as_deposit_address')
  })

  it('moves exactly amount − fee, and takes the fee only when the payment is final', async () => {
    const asked = await world.ask('50')
    expect(asked).toMatchObject({ amount: '50', fee: '1', received: '49', state: 'sending' })
    await world.payer.run()
    const sent = await world.read(asked.id)
    expect(sent).toMatchObject({
      state: 'confirming',
      explorerUrl: `https://explorer.test/#/transaction/${sent?.hash}`,
    })
    expect(sent?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect([await has(held(world.holder.walletId)), await has(inFlight('tron'))]).toEqual([units('1'), units('49')])
    await world.payer.run()
    expect(await world.read(asked.id)).toMatchObject({ state: 'confirming' })
    tron.mine(19)
    await world.payer.run()
    expect(await world.read(asked.id)).toMatchObject({ state: 'confirming', confirmations: 0 })
    expect(await has(company('fees'))).toBe(0n)
    tron.mine()
    await world.payer.run()
    await world.payer.run()
    expect(await world.read(asked.id)).toMatchObject({ state: 'done', confirmations: 20 })
    expect(tron.balance(home)).toBe(tronUnits('49'))
    expect(await has(company('fees'))).toBe(units('1'))
    expect(await has(available(world.holder.walletId))).toBe(units('2950'))
  })

  it('pays each of many equal withdrawals once, in the order they were asked for', async () => {
    for (let count = 0; count < 4; count += 1) await world.ask('20')
    await world.payer.run()
    tron.mine(20)
    await world.payer.run()
    expect(tron.balance(home)).toBe(tronUnits('76'))
    expect((await world.holder.client.call(withdrawals, {})).items.map(({ state }) => state)).toEqual(
      Array(4).fill('done'),
    )
  })

  it('sends the same bytes again when the answer was lost or the block was replaced, and pays once', async () => {
    const { id } = await world.ask('50')
    tron.setFate((path) => (path === '/wallet/broadcasthex' ? 'lose answer' : 'answer'))
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending' })
    tron.setFate(undefined)
    await world.payer.run()
    const hash = (await world.read(id))?.hash
    tron.mine(3)
    await world.payer.run()
    tron.chain.reorganise(3)
    await world.payer.run()
    await world.payer.run()
    tron.mine(20)
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done', hash })
    expect(tron.balance(home)).toBe(tronUnits('49'))
    expect(await openIncidents(world.app.db)).toEqual([])
  })

  it('gives everything back when the bytes passed their end unheard, and not a block before that is final', async () => {
    const { id } = await world.ask('50')
    const deaf = world.payerThrough({ broadcast: async () => 'unclear' })
    await deaf.run()
    tron.mine(30)
    await deaf.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending' })
    tron.advance(900_000)
    tron.mine(19)
    await deaf.run()
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending' })
    expect(await has(inFlight('tron'))).toBe(units('49'))
    tron.mine()
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'failed' })
    expect(await has(available(world.holder.walletId))).toBe(units('3000'))
    tron.mine(30)
    await world.payer.run()
    expect(tron.balance(home)).toBe(0n)
    const next = await world.ask('30')
    await world.payer.run()
    tron.mine(20)
    await world.payer.run()
    expect(await world.read(next.id)).toMatchObject({ state: 'done' })
  })

  it('never gives back what was mined in time, however late that is seen', async () => {
    const { id } = await world.ask('50')
    tron.setFate((path) => (path === '/wallet/broadcasthex' ? 'lose answer' : 'answer'))
    await world.payer.run()
    tron.mine(2)
    tron.advance(3_600_000)
    tron.mine(40)
    tron.setFate(undefined)
    await world.payer.run()
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done' })
    expect(tron.balance(home)).toBe(tronUnits('49'))
  })

  it('gives everything back when the payment burnt its fee and moved nothing', async () => {
    const { id } = await world.ask('50')
    const thin = world.payerThrough({
      terms: async (payment) => {
        const { port } = [...world.chains.connected.values()][0] as NonNullable<ReturnType<Chains['connected']['get']>>
        return { ...(await port.terms(payment)), feeLimit: '1000' }
      },
    })
    await thin.run()
    tron.mine(20)
    await thin.run()
    expect(await world.read(id)).toMatchObject({ state: 'failed' })
    expect(await has(available(world.holder.walletId))).toBe(units('3000'))
    expect(tron.balance(home)).toBe(0n)
  })

  it('waits while the hot wallet is short, and pays after a refill', async () => {
    const all = tron.balance(tron.hotAddress)
    const spent = createPayer(world.job)
    const port = [...world.chains.connected.values()][0]?.port
    const poor = world.payerThrough({
      balance: async (coin, address) => ((await port?.balance(coin, address)) ?? 0n) - all,
    })
    const { id } = await world.ask('50')
    await poor.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending', hash: '' })
    tron.chain.broadcast(devTransfer(tron.chain, tron.keys.faucet, tron.hotAddress, tronUnits('100'), 7))
    tron.mine()
    await spent.run()
    expect(await world.read(id)).toMatchObject({ state: 'confirming' })
  })

  it('halts on an old copy of the database, which no number of the chain would show, and pays nobody twice', async () => {
    const { id } = await world.ask('50')
    await world.payer.run()
    tron.mine(20)
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done' })
    // Restores a database copy from before the payment.
    await world.app.db.transaction(async (tx) => {
      await tx.query('SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica')
      for (const table of ['payment', 'outgoing_attempt', 'outgoing_transaction'])
        await tx.query(`DELETE FROM ${table}`)
      await tx.query('UPDATE payment_lane SET next_nonce = 0')
      await tx.query(`UPDATE withdrawal SET state = 'sending', ended_at = NULL`)
    })
    const later = createPayer(world.job)
    await later.run()
    const [incident] = await openIncidents(world.app.db)
    expect(incident).toMatchObject({ kind: 'nonce_ahead', halts: true, detail: { signer: '1', database: '0' } })
    // Even a manual retry with a different nonce gets no second signature.
    await world.app.db.transaction(async (tx) => {
      await resolveIncident(tx, incident?.id ?? 0n, 'a test', world.app.clock.now())
      await tx.query('UPDATE payment_lane SET next_nonce = 1')
      const postings = [
        {
          from: available(world.holder.walletId),
          to: held(world.holder.walletId),
          asset: 'USDT' as const,
          units: units('50'),
          code: 3,
        },
      ]
      await post(tx, { key: 'test:held', at: world.app.clock.now(), postings })
    })
    await later.run()
    expect(await world.read(id)).toMatchObject({ state: 'reviewing' })
    expect(await openIncidents(world.app.db)).toMatchObject([
      { kind: 'signer_refused', detail: { reason: 'this withdrawal was signed before, with other contents' } },
    ])
    tron.mine(20)
    expect(tron.balance(home)).toBe(tronUnits('49'))
    await world.app.db.transaction(async (tx) => {
      await tx.query('SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica')
      await tx.query(`UPDATE withdrawal SET state = 'done', ended_at = now()`)
      const postings = [
        {
          from: held(world.holder.walletId),
          to: available(world.holder.walletId),
          asset: 'USDT' as const,
          units: units('50'),
          code: 101,
        },
      ]
      await post(tx, { key: 'test:freed', at: world.app.clock.now(), postings })
    })
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPayer } from '#custody/payments/withdrawals.job.ts'
import { asOwner } from '#engine/test/test-db.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company, held, inFlight } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { payData, paymentId, setRolesData } from '#outside/chains/evm/vault.ts'
import { openIncidents, resolveIncident } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { credit } from '#server/test/test-funds.ts'
import { home, type MoneyWorld, moneyWorld } from '#server/test/test-money-world.ts'
import { cancelWithdrawal, withdrawalRules } from '../withdrawals.contract.ts'

describe('the payer', () => {
  let chain: TestChain
  let world: MoneyWorld
  beforeEach(async () => {
    chain = await testChain()
    world = await moneyWorld(chain, { homes: { bsc: home }, usdt: '3000' })
  })
  afterEach(() => world.close())

  const has = (account: Parameters<typeof balanceOf>[1]) => balanceOf(world.app.db, account, 'USDT')
  const units = (text: string) => parseUnits(text) ?? 0n

  it('moves exactly amount − fee on the chain, and takes the fee only when it is confirmed', async () => {
    const asked = await world.ask('50')
    expect(asked).toMatchObject({ amount: '50', fee: '0.3', received: '49.7', state: 'sending', hash: '' })
    await world.payer.run()
    const sent = await world.read(asked.id)
    expect(sent).toMatchObject({
      state: 'confirming',
      confirmations: 0,
      explorerUrl: `https://explorer.test/tx/${sent?.hash}`,
    })
    expect(await has(held(world.holder.walletId))).toBe(units('0.3'))
    expect(await has(inFlight('bsc'))).toBe(units('49.7'))
    await chain.mine(14)
    await world.payer.run()
    expect(await world.read(asked.id)).toMatchObject({ state: 'confirming' })
    expect(await has(company('fees'))).toBe(0n)
    await chain.mine()
    await world.payer.run()
    await world.payer.run()
    expect(await world.read(asked.id)).toMatchObject({ state: 'done', confirmations: 15 })
    expect(await chain.balance('bsc', 'USDT', home)).toBe(497n * 10n ** 17n)
    expect(await has(company('fees'))).toBe(units('0.3'))
    expect(await has(available(world.holder.walletId))).toBe(units('2950'))
    expect(await has(held(world.holder.walletId))).toBe(0n)
    expect(await has(inFlight('bsc'))).toBe(0n)
    expect(await world.holder.client.refusal(cancelWithdrawal, { id: asked.id })).toBe(
      'funds.withdrawal_not_cancellable',
    )
  })

  it('says how long the last ones waited until they were sent, from five on', async () => {
    await world.watch()
    const usual = async () => world.holder.client.call(withdrawalRules, { chain: 'bsc', coin: 'USDT' })
    const askAndWait = async (seconds: number) => {
      const { id } = await world.ask('10')
      world.app.clock.advance(seconds * 1_000)
      await world.payer.run()
      return id
    }
    for (const seconds of [4, 1, 3, 2]) await askAndWait(seconds)
    expect((await usual()).usual).toEqual({ sentSeconds: null, slowSeconds: null, arrivalSeconds: expect.any(Number) })
    await askAndWait(90)
    expect(await usual()).toMatchObject({ usual: { sentSeconds: 3, slowSeconds: 90 }, late: false })
    // A day later, to stay below the review count. The estimate is 3 s, minus 1 s already waited, plus confirmations.
    world.app.clock.advance(dayMs)
    await chain.mine()
    await world.watch()
    const { usual: known } = await usual()
    const { id } = await world.ask('10')
    world.app.clock.advance(1_000)
    expect(await world.read(id)).toMatchObject({ secondsLeft: 2 + known.arrivalSeconds, late: false })
  })

  it('understands the token that returns nothing, with 6 decimals', async () => {
    await world.holder.bind('eth', home)
    world.app.clock.advance(dayMs)
    await credit(world.app, world.holder, 'eth', 'USDT', '100')
    const { id } = await world.ask('20.55', 'USDT', 'eth')
    await world.payer.run()
    await chain.mine(12)
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done', fee: '5' })
    expect(await chain.balance('eth', 'USDT', home)).toBe(15_550_000n)
  })

  it('sends the same bytes again when a reorganisation drops the payment', async () => {
    const { id } = await world.ask('50')
    await world.payer.run()
    const hash = (await world.read(id))?.hash
    await chain.mine(3)
    await world.payer.run()
    await chain.rpc('anvil_reorg', [3, []])
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending', hash })
    await world.payer.run()
    await chain.mine(15)
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done', hash })
    expect(await chain.balance('bsc', 'USDT', home)).toBe(497n * 10n ** 17n)
  })

  it('refunds the whole when the chain reverts it', async () => {
    const { id } = await world.ask('50')
    await chain.rpc('anvil_setCode', [chain.networks[1]?.tokens.USDT, '0x60006000fd'])
    const racing = world.payerThrough({ balance: async () => 10n ** 30n })
    await racing.run()
    await chain.mine(15)
    await racing.run()
    expect(await world.read(id)).toMatchObject({ state: 'failed' })
    expect(await has(available(world.holder.walletId))).toBe(units('3000'))
    expect(await has(held(world.holder.walletId))).toBe(0n)
  })

  it('waits in order while the hot wallet is short, and other coins go on', async () => {
    await credit(world.app, world.holder, 'bsc', 'ATMC', '100')
    const [one, two] = [await world.ask('50'), await world.ask('20', 'ATMC')]
    await world.payerThrough({ balance: async (coin) => (coin === 'USDT' ? 0n : 10n ** 30n) }).run()
    expect([(await world.read(one.id))?.state, (await world.read(two.id))?.state]).toEqual(['sending', 'confirming'])
    await world.payer.run()
    expect((await world.read(one.id))?.state).toBe('confirming')
  })

  it('waits while the contract’s day is full or it is paused, and other coins go on', async () => {
    await credit(world.app, world.holder, 'bsc', 'ATMC', '100')
    const [one, two] = [await world.ask('50'), await world.ask('20', 'ATMC')]
    const left = async (coin: Coin) => ({
      atOnce: 10n ** 30n,
      inDay: 10n ** 30n,
      left: coin === 'USDT' ? 49n * 10n ** 18n : 10n ** 30n,
    })
    await world.payerThrough({ headroom: left }).run()
    expect([(await world.read(one.id))?.state, (await world.read(two.id))?.state]).toEqual(['sending', 'confirming'])
    await world.payerThrough({ headroom: async () => ({ atOnce: 10n ** 30n, inDay: 10n ** 30n, left: 0n }) }).run()
    expect((await world.read(one.id))?.state).toBe('sending')
    await world.payer.run()
    expect((await world.read(one.id))?.state).toBe('confirming')
  })

  it('gives back what is more than the contract pays at once, says so, and those behind it go on', async () => {
    const [one, two] = [await world.ask('50'), await world.ask('20')]
    const atOnce = 30n * 10n ** 18n
    const small = world.payerThrough({ headroom: async () => ({ atOnce, inDay: 10n ** 30n, left: 10n ** 30n }) })
    await small.run()
    await small.run()
    const refusal = 'It is more than is paid at once. All of it is back: please ask for it in parts.'
    expect(await world.read(one.id)).toMatchObject({ state: 'cancelled', refusal })
    expect((await world.read(two.id))?.state).toBe('confirming')
    expect(await has(available(world.holder.walletId))).toBe(units('2980'))
    expect(await openIncidents(world.app.db)).toMatchObject([{ kind: 'signer_refused', detail: { reason: refusal } }])
  })

  it('takes a payment that the contract had already made for a payment, gives nothing back, and halts', async () => {
    const { id } = await world.ask('50')
    const [row] = await world.app.db.query<{ key: string }>('SELECT key FROM withdrawal WHERE id = $1', [id])
    // A payment by a former payer key, missing in our database.
    const { owner, company } = chain.keys
    const { tokens } = chain.networks[1] as TestChain['networks'][number]
    const send = async (from: Hex, data: Hex) => {
      await chain.rpc('anvil_impersonateAccount', [from])
      await chain.rpc('eth_sendTransaction', [{ from, to: chain.hotAddress, data, gas: '0x493e0' }])
      await chain.rpc('anvil_stopImpersonatingAccount', [from])
      await chain.mine()
    }
    const roles = (payerAddress: Hex): Hex => setRolesData(payerAddress, owner.address)
    await send(owner.address, roles(company.address))
    await send(
      company.address,
      payData(paymentId('bsc', 31337, row?.key ?? ''), tokens.USDT ?? '', home, 497n * 10n ** 17n),
    )
    await send(owner.address, roles(chain.payerAddress))
    await world.payer.run()
    await chain.mine(15)
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done' })
    expect(await chain.balance('bsc', 'USDT', home)).toBe(497n * 10n ** 17n)
    expect(await has(available(world.holder.walletId))).toBe(units('2950'))
    expect(await openIncidents(world.app.db)).toMatchObject([{ kind: 'nonce_ahead', halts: true }])
  })

  it('halts when somebody else used our number, and goes on when a person has looked', async () => {
    const { id } = await world.ask('50')
    await world.payerThrough({ broadcast: async () => 'nonce_too_low', knows: async () => false }).run()
    const [incident] = await openIncidents(world.app.db)
    expect(incident).toMatchObject({ kind: 'nonce_taken', halts: true })
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'sending', waits: [{ reason: 'chain', until: null }] })
    await world.app.db.transaction((tx) => resolveIncident(tx, incident?.id ?? 0n, 'a test', world.app.clock.now()))
    await world.payer.run()
    expect((await world.read(id))?.state).toBe('confirming')
  })

  it('halts at the start when the chain knows more of our payments than the database', async () => {
    await world.payer.run()
    const { id } = await world.ask('50')
    await world.payer.run()
    await chain.mine(15)
    await world.app.db.query('UPDATE payment_lane SET next_nonce = 0')
    const later = createPayer(world.job)
    await later.run()
    await later.run()
    expect(await openIncidents(world.app.db)).toMatchObject([{ kind: 'nonce_ahead' }, { kind: 'nonce_ahead' }])
    expect(await world.read(id)).toMatchObject({ state: 'confirming' })
  })

  it('parks for the operator what the signer will not sign, and leaves no gap', async () => {
    const { id } = await world.ask('50')
    await asOwner(
      world.app.db,
      `ALTER TABLE bound_address DISABLE TRIGGER bound_address_is_replaced;
      UPDATE bound_address SET signature = 'forged';
      ALTER TABLE bound_address ENABLE TRIGGER bound_address_is_replaced`,
    )
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'reviewing' })
    expect(await openIncidents(world.app.db)).toMatchObject([{ kind: 'signer_refused', halts: false }])
    expect(await world.app.db.query('SELECT next_nonce FROM payment_lane')).toEqual([{ next_nonce: 0n }])
    expect(await has(held(world.holder.walletId))).toBe(units('50'))
  })

  it('cannot change what was signed, nor anybody what has ended: the database itself refuses', async () => {
    await world.ask('50')
    await world.payer.run()
    const change = (sql: string) =>
      expect(world.app.db.query(sql), sql).rejects.toThrow(/never changed|append-only|no change was asked for/)
    await change(`UPDATE outgoing_attempt SET raw = '0x00'`)
    await change('DELETE FROM outgoing_attempt')
    await change('UPDATE outgoing_transaction SET nonce = nonce + 1')
    await change(`UPDATE outgoing_transaction SET state = 'allocated'`)
    await change('UPDATE outgoing_transaction SET attempt = 2')
    await change('DELETE FROM outgoing_transaction')
    await change('UPDATE payment SET outgoing_id = outgoing_id + 1')
    await change('DELETE FROM payment')
    await change(`UPDATE withdrawal SET address = '0x00'`)
    await change('UPDATE withdrawal SET units = units + 1')
    await change('DELETE FROM withdrawal')
    await change(`UPDATE bound_address SET address = '0x00'`)
    await chain.mine(15)
    await world.payer.run()
    await change(`UPDATE withdrawal SET state = 'sending', ended_at = NULL`)
    expect(await audit(world.app.db)).toEqual([])
  })
})

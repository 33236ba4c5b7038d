import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reconciliations } from '#custody/comparing/books.store.ts'
import { recheckPayments } from '#custody/comparing/recheck.job.ts'
import { reconcileBooks } from '#custody/comparing/reconcile.job.ts'
import { watchNetworks } from '#custody/watching/watch-network.job.ts'
import { deposits } from '#features/deposits/deposits.contract.ts'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { loadWallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { testMs } from '#kit/test/test-until.ts'
import { dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { available, company } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { recordsOf } from '#ledger/records/records.store.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Hex } from '#outside/chains/keys/bytes.ts'
import { depositAddressOf } from '#outside/chains/keys/deposit-address.store.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { home, type MoneyWorld, moneyWorld } from '../../test/test-money-world.ts'
import { operate } from '../../test/test-operator.ts'

const stranger: Hex = '0x000000000000000000000000000000000000dEaD'
/** Consecutive deep reorganizations, 200 in a full run. */
const deepOnes = Number(process.env.DEEP ?? sizeOf(import.meta.url, { least: 1, turn: 2, all: 200 }))
const units = (text: string) => parseUnits(text) ?? 0n

describe('what a deep reorganisation took back', () => {
  let chain: TestChain
  let world: MoneyWorld
  let address: Hex
  beforeEach(async () => {
    chain = await testChain()
    const networks = chain.networks.filter((network) => network.chain === 'bsc')
    world = await moneyWorld({ ...chain, networks }, { homes: { bsc: home } })
    const { app, holder } = world
    const { serial } = await loadWallet(app.db, holder.walletId)
    address = (await depositAddressOf(app.db, holder.walletId, serial)) as Hex
    await chain.mine(20)
    await world.watch()
  })
  afterEach(() => world.close())

  const compare = () => reconcileBooks(world.job)
  const recheck = () => recheckPayments(world.job)
  const pay = async (amount: string) => {
    await chain.give('bsc', 'USDT', address, amount)
    await chain.mine(15)
    await world.watch()
  }
  const has = () => balanceOf(world.app.db, available(world.holder.walletId), 'USDT')
  const kinds = async () => (await openIncidents(world.app.db)).map(({ kind }) => kind)
  const difference = async () => (await reconciliations(world.app.db)).find(({ coin }) => coin === 'USDT')?.difference
  const type = (line: string) => operate(world.app, line)
  const resolveAll = async () => {
    for (const { id } of await openIncidents(world.app.db))
      expect((await type(`incident resolve ${id} looked at`)).code).toBe(0)
  }
  const lost = async () => (await type('deposit lost')).text.match(/^\d+/)?.[0] ?? ''

  it(
    `freezes withdrawals each time, ${deepOnes} times, until an operator has corrected it; the books then say what the chain says`,
    async () => {
      await pay('5000')
      const { id } = await world.ask('50')
      let incidents = 0
      for (let round = 1; round <= deepOnes; round += 1) {
        // Equal amounts would give the same transaction, which would count as returned.
        await pay(`${100 + round}`)
        await chain.rpc('anvil_reorg', [15 + (round % 5), []])
        await world.watch()
        await world.watch()
        const [incident, ...others] = await openIncidents(world.app.db)
        expect([incident?.kind, incident?.halts, others]).toEqual(['deep_reorg', true, []])
        incidents += 1
        await world.payer.run()
        expect(await world.read(id)).toMatchObject({
          state: 'sending',
          hash: '',
          waits: [{ reason: 'chain', until: null }],
        })
        expect((await type(`deposit correct ${await lost()} gone for good`)).code).toBe(0)
        await resolveAll()
        expect(await has()).toBe(units('4950'))
        await chain.mine(20)
        await world.watch()
      }
      await compare()
      expect([incidents, await difference(), await kinds(), await audit(world.app.db)]).toEqual([deepOnes, 0n, [], []])
      await world.payer.run()
      await chain.mine(15)
      await world.payer.run()
      expect(await world.read(id)).toMatchObject({ state: 'done' })
      process.stdout.write(`${JSON.stringify({ deepReorganisations: deepOnes, incidents })}\n`)
    },
    Math.max(testMs, deepOnes * 15_000),
  )

  it('is taken from the wallet as far as it is there, and the rest from capital; the holder sees both', async () => {
    await pay('100')
    await world.app.db.transaction((tx) => {
      const from = available(world.holder.walletId)
      const postings = [{ from, to: company('fees'), asset: 'USDT' as const, units: units('70'), code: 105 }]
      return post(tx, { key: 'test:spent', at: world.app.clock.now(), postings })
    })
    const capital = await balanceOf(world.app.db, company('capital'), 'USDT')
    await chain.rpc('anvil_reorg', [15, []])
    await world.watch()
    await compare()
    expect(await kinds()).toEqual(['deep_reorg', 'books_short'])
    expect((await world.holder.client.call(deposits, {})).items).toMatchObject([{ state: 'orphaned' }])
    const number = await lost()
    await world.holder.client.send(renameWallet, { nickname: 'Zoë Marlow' })
    expect((await type(`deposit correct ${number} Zoë Marlow lost it`)).text).toContain('looks like the nickname')
    expect((await type(`deposit correct ${number} gone for good`)).text).toContain(
      '30 USDT taken back, 70 borne by capital',
    )
    expect((await operations(world.app.db, 1))[0]?.told).toEqual({
      lines: [
        'take 100 USDT on bsc out of the books, a payment its chain lost; capital bears what is gone: gone for good',
      ],
    })
    expect((await type(`deposit correct ${number} again`)).code).toBe(2)
    expect(await has()).toBe(0n)
    expect(await balanceOf(world.app.db, company('capital'), 'USDT')).toBe(capital - units('70'))
    expect((await world.holder.client.call(deposits, {})).items).toMatchObject([{ state: 'corrected' }])
    const [record] = await recordsOf(world.app.db, { walletId: world.holder.walletId, codes: [116], limit: 5 })
    expect(record).toMatchObject({ code: 116 })
    await resolveAll()
    await compare()
    expect([await difference(), await kinds()]).toEqual([0n, []])
  })

  it('is booked again, to everybody what was taken from them, when it comes back and is deep enough', async () => {
    await pay('100')
    const [gone] = await world.app.db.query<{ hash: Hex }>(`SELECT tx_hash AS hash FROM deposit WHERE kind = 'wallet'`)
    const raw = await chain.rpc('eth_getRawTransactionByHash', [gone?.hash])
    await chain.rpc('anvil_reorg', [15, []])
    await world.watch()
    const number = await lost()
    await type(`deposit correct ${number} gone`)
    expect(await has()).toBe(0n)
    await chain.rpc('eth_sendRawTransaction', [raw])
    await chain.mine()
    await world.watch()
    expect(await kinds()).toEqual(['deep_reorg', 'corrected_back'])
    expect((await type(`deposit restore ${number}`)).text).toContain('ops.nothing_to_do')
    await compare()
    // A known deposit that is not in the ledger causes no difference.
    expect(await difference()).toBe(0n)
    await chain.mine(14)
    await world.watch()
    expect((await type(`deposit restore ${number}`)).text).toContain('100 USDT given back')
    expect(await has()).toBe(units('100'))
    await compare()
    expect([await difference(), await lost(), await audit(world.app.db)]).toEqual([0n, '', []])
  })

  it('is paid again with the same bytes where a withdrawal that was done is gone, and a person is told once', async () => {
    await pay('1000')
    const { id } = await world.ask('50')
    await world.payer.run()
    await chain.mine(15)
    await world.watch()
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'done' })
    await recheck()
    expect(await kinds()).toEqual([])
    await chain.rpc('anvil_reorg', [15, []])
    await world.watch()
    for (let count = 0; count < 2; count += 1) await recheck()
    expect(await kinds()).toEqual(['deep_reorg', 'payment_gone'])
    expect(await chain.balance('bsc', 'USDT', home)).toBe(0n)
    await chain.mine(15)
    await world.watch()
    expect(await chain.balance('bsc', 'USDT', home)).toBe(497n * 10n ** 17n)
    expect(await world.read(id)).toMatchObject({ state: 'done' })
  })

  it('halts where a withdrawal that had failed and was refunded is paid after all', async () => {
    await pay('1000')
    const { id } = await world.ask('50')
    const token = chain.networks.find((network) => network.chain === 'bsc')?.tokens.USDT
    const code = await chain.rpc('eth_getCode', [token, 'latest'])
    await world.payer.run()
    const [sent] = await world.app.db.query<{ raw: Hex }>('SELECT raw FROM payment_transaction')
    await chain.rpc('anvil_setCode', [token, '0x60006000fd'])
    await chain.mine(15)
    await world.watch()
    await world.payer.run()
    expect(await world.read(id)).toMatchObject({ state: 'failed' })
    await recheck()
    expect(await kinds()).toEqual([])
    await chain.rpc('anvil_reorg', [15, []])
    await chain.rpc('anvil_setCode', [token, code])
    await chain.rpc('eth_sendRawTransaction', [sent?.raw]).catch(() => undefined)
    await chain.mine()
    await world.watch()
    await recheck()
    expect(await chain.balance('bsc', 'USDT', home)).toBe(497n * 10n ** 17n)
    expect(await kinds()).toEqual(expect.arrayContaining(['deep_reorg', 'payment_gone']))
    await world.payer.run()
    expect((await world.ask('20')).waits).toEqual([{ reason: 'chain', until: null }])
  })

  it('finds the owner of an unknown payment on evidence, once, and shows it to them', async () => {
    await chain.give('bsc', 'USDT', chain.hotAddress, '77')
    await chain.mine(15)
    await world.watch()
    const listed = await type('suspense list')
    expect(listed.text).toMatch(/77 USDT on bsc {2}owner unknown/)
    const number = listed.text.match(/^\d+/)?.[0]
    expect((await type(`suspense assign ${number} ${world.holder.walletId}`)).code).toBe(2)
    await world.holder.client.send(renameWallet, { nickname: 'Zoë Marlow' })
    for (const reason of ['zoe marlow has shown it', `${world.holder.walletId} has shown it`, 'ana@example.org signed'])
      expect((await type(`suspense assign ${number} ${world.holder.walletId} ${reason}`)).code).toBe(2)
    const assigned = await type(`suspense assign ${number} ${world.holder.walletId} signed with the key it came from`)
    expect(assigned.text).toContain(`wallet ${world.holder.walletId} has 77 USDT on bsc more`)
    expect((await operations(world.app.db, 1))[0]).toMatchObject({
      verb: 'suspense assign',
      isPublic: false,
      told: {
        lines: [
          'credit 77 USDT on bsc, a payment whose owner nobody knew, to a wallet: signed with the key it came from',
        ],
      },
    })
    expect((await type(`suspense assign ${number} ${world.holder.walletId} again`)).code).toBe(2)
    expect(await has()).toBe(units('77'))
    expect(await balanceOf(world.app.db, company('suspense'), 'USDT')).toBe(0n)
    expect((await world.holder.client.call(deposits, {})).items).toMatchObject([{ amount: '77', state: 'credited' }])
    await compare()
    expect(await difference()).toBe(0n)
  })

  it('credits what waited below the minimum when it is asked for after 90 days, not before', async () => {
    await pay('2')
    await pay('1.5')
    await chain.give('bsc', 'USDT', address, '0.002')
    await chain.give('bsc', 'USDT', address, '0.003')
    await chain.mine(20)
    await watchNetworks({ ...world.job, blocksKept: 18 })
    expect((await type(`deposit release ${world.holder.walletId}`)).code).toBe(2)
    world.app.clock.advance(90 * dayMs)
    expect((await type(`deposit release ${world.holder.walletId}`)).text).toContain('4 payments')
    expect(await has()).toBe(units('3.505'))
    const { items } = await world.holder.client.call(deposits, {})
    expect(items.map(({ state }) => state)).toEqual(['credited', 'credited', 'credited'])
    expect(items.map(({ amount, payments }) => ({ amount, payments }))).toContainEqual({ amount: '0.005', payments: 2 })
    const released = await world.app.db.query<{ units: bigint }>(
      `SELECT amount AS units FROM entry JOIN record USING (lane, id) WHERE key LIKE 'dep:%:released' OR key LIKE 'dust:%:1' ORDER BY id`,
    )
    expect(released.map((row) => row.units)).toEqual([units('3.5'), units('0.005')])
    expect((await type(`deposit release ${stranger}`)).code).toBe(2)
  })
})

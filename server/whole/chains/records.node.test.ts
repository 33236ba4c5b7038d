import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletRecord, walletRecords } from '#features/balances/balances.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { hourMs } from '#kit/time/clock.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { seedMarket } from '#market/market.store.ts'
import { makeTrade } from '#market/trade/exchange.contract.ts'
import { connectChains } from '#outside/chains/connect.server.ts'
import { type TestChain, testChain } from '#outside/chains/test/test-chain.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import type { TestClient } from '../../test/test-client.ts'
import { credit, type Holder, newHolder } from '../../test/test-funds.ts'

const home = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const units = (text: string): bigint => parseUnits(text) ?? 0n

describe('the detail of a record', () => {
  let chain: TestChain
  let app: TestApp
  let holder: Holder
  let other: TestClient
  let otherId: string
  beforeAll(async () => {
    chain = await testChain()
    app = await testApp()
    await connectChains({ db: app.db, networks: chain.networks, signer: chain.signer })
    const at = app.clock.now()
    await app.db.transaction(async (tx) => {
      const bring = (asset: 'USDT' | 'WLD', network: 'bsc' | 'eth') => ({
        key: `test:${asset}`,
        at,
        postings: [{ from: outside(network), to: company('capital'), asset, units: units('1000') }],
      })
      await post(tx, bring('USDT', 'bsc'))
      await post(tx, bring('WLD', 'eth'))
      const reserves = { baseUnits: units('1000'), quotedUnits: units('500') }
      await seedMarket(tx, { pair: 'USDT-WLD', ...reserves, key: 'test:seed', at })
    })
    holder = await newHolder(app)
    other = app.client()
    otherId = (await other.createWallet()).walletId
    await holder.bind('bsc', home)
    await credit(app, holder, 'bsc', 'USDT', '500')
  })
  afterAll(async () => {
    await app.close()
    await chain.close()
  })
  const detailOf = async (client: TestClient, code: number) => {
    const [record] = (await client.call(walletRecords, { code })).items
    return (await client.call(walletRecord, { id: record?.id ?? '0' })).detail
  }

  it('of a recharge has network, address, amount, hash and time', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    await app.db.query(
      `INSERT INTO deposit (chain, tx_hash, ordinal, block_number, block_hash, coin, from_address, to_address, base_units, units,
         remainder, kind, wallet_id, state, seen_at, credited_at)
       VALUES ('bsc', $2, 0, 100, '0x1', 'USDT', '0xf', $4, 5, $5, 0, 'wallet', $1, 'credited', $3, $3)`,
      [holder.walletId, hash, app.clock.now(), home, units('30')],
    )
    const postings = [
      { from: outside('bsc'), to: available(holder.walletId), asset: 'USDT', units: units('30'), code: 2 },
    ] as const
    await app.db.transaction((tx) => post(tx, { key: 'd', at: app.clock.now(), ref: `dep:bsc:${hash}:0`, postings }))
    expect(await detailOf(holder.client, 2)).toEqual({
      kind: 'deposit',
      chain: 'bsc',
      coin: 'USDT',
      address: home,
      amount: '30',
      hash,
      explorerUrl: `https://explorer.test/tx/${hash}`,
      at: app.clock.now().toISOString(),
    })
  })

  it('of a withdrawal has network, address, amount, fee and when it was asked for', async () => {
    const code = holder.code()
    await holder.client.confirm()
    const { id } = await holder.client.call(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '50', code })
    expect(await detailOf(holder.client, 3)).toMatchObject({
      kind: 'withdrawal',
      id,
      chain: 'bsc',
      address: home,
      amount: '50',
      fee: '0.3',
      hash: '',
      explorerUrl: '',
    })
  })

  it('of a transfer has the wallet on the other side, amount, direction and remark, for both', async () => {
    await holder.client.confirm()
    const input = { receiverId: otherId, coin: 'USDT', amount: '20', remark: 'Tea' } as const
    // After a new authenticator, only earlier recipients are paid immediately. Here the waiting period is over.
    app.clock.advance(25 * hourMs)
    await holder.client.call(makeTransfer, input)
    const sent = { kind: 'transfer', direction: 'out', walletId: otherId, coin: 'USDT', amount: '20', remark: 'Tea' }
    expect(await detailOf(holder.client, 4)).toMatchObject(sent)
    expect(await detailOf(other, 4)).toMatchObject({ ...sent, direction: 'in', walletId: holder.walletId })
  })

  it('of an exchange has the pair, both amounts, the fee and the rate', async () => {
    await holder.client.confirm()
    const made = await holder.client.call(makeTrade, { exchangeId: 1, direction: 'buy', amount: '10', least: '0' })
    expect(await detailOf(holder.client, 5)).toMatchObject({
      kind: 'exchange',
      id: made.id,
      give: 'USDT',
      receive: 'WLD',
      amount: '10',
      received: made.received,
      fee: made.fee,
      rate: made.rate,
    })
  })

  it('is nothing where a record belongs to what is not the wallet’s own', async () => {
    const postings = [
      { from: outside('bsc'), to: available(holder.walletId), asset: 'USDT', units: 1n, code: 2 },
    ] as const
    for (const ref of ['order:999', 'withdrawal:999', 'transfer:999', 'trade:999', 'dep:bsc:0xno:0', 'pool:dual']) {
      await app.db.transaction((tx) => post(tx, { key: `x:${ref}`, at: app.clock.now(), ref, postings }))
      expect(await detailOf(holder.client, 2), ref).toBeNull()
    }
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settleDays } from '#days/settle.job.ts'
import { testDb } from '#engine/test/test-db.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { addMs, type Day, dayMs, startOf } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { type Account, available, company, outside, poolFree } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { reservesOf, seedMarket, trade } from '#market/market.store.ts'
import { buyForCompute, loadWaiting } from './buy.job.ts'
import { feeSteps } from './fees.job.ts'
import { potSteps } from './pots.job.ts'
import { loadPots } from './pots.store.ts'

const units = (text: string) => parseUnits(text) ?? 0n
const first = '2026-11-23' as Day
const ana = 'WALLET0001' as WalletId
const isTime = () => true

describe('the fees of a day', () => {
  let db: Db
  let now: Date
  let keys = 0
  let nodesRun: boolean
  const key = () => {
    keys += 1
    return `test:${keys}`
  }
  const move = (from: Account, to: Account, asset: Coin, amount: bigint, code?: number) =>
    db.transaction((tx) =>
      post(tx, {
        key: key(),
        at: now,
        postings: [{ from, to, asset, units: amount, ...(code === undefined ? {} : { code }) }],
      }),
    )
  const exchange = (pair: PairId, give: Coin, amount: string) =>
    db.transaction((tx) =>
      trade(tx, { walletId: ana, pair, give, units: units(amount), minimum: 0n, key: key(), at: now }),
    )
  const has = (account: Account, coin: Coin) => balanceOf(db, account, coin)
  const settle = () => settleDays(db, now, [...feeSteps(async () => nodesRun), ...potSteps])

  beforeEach(async () => {
    db = await testDb()
    now = addMs(startOf(first), 3_600_000)
    nodesRun = true
    for (const coin of coins) {
      await move(outside(usualChain(coin)), company('capital'), coin, units('1000000'))
      await move(outside(usualChain(coin)), available(ana), coin, units('100000'), 2)
    }
    for (const [pair, base, quoted] of [
      ['USDT-ATMC', '10000', '200000'],
      ['USDT-WLD', '10000', '8000'],
    ] as const)
      await db.transaction((tx) =>
        seedMarket(tx, { pair, baseUnits: units(base), quotedUnits: units(quoted), key: key(), at: now }),
      )
  })
  afterEach(async () => {
    expect(await audit(db)).toEqual([])
    await db.close()
  })

  it('go where a day computed by hand says, once', async () => {
    await exchange('USDT-ATMC', 'USDT', '100')
    await exchange('USDT-ATMC', 'ATMC', '1000')
    await exchange('USDT-WLD', 'USDT', '200')
    await exchange('USDT-WLD', 'WLD', '10')
    await move(available(ana), company('fees'), 'ATMC', 5n, 105)
    now = addMs(startOf(first), dayMs)
    const { base, quoted } = await reservesOf(db, 'USDT-ATMC')
    await settle()
    expect(await has(poolFree('liquidity'), 'USDT')).toBe(units('0.45'))
    expect(await has(poolFree('liquidity'), 'ATMC')).toBe(units('1.5'))
    expect(await has(poolFree('liquidity'), 'WLD')).toBe(units('0.015'))
    expect(await loadPots(db, first, 'liquidity')).toMatchObject([
      { pot: 'USDT-ATMC', asset: 'USDT', units: units('0.15') },
      { pot: 'USDT-ATMC', asset: 'ATMC', units: units('1.5') },
      { pot: 'USDT-WLD', asset: 'USDT', units: units('0.3') },
      { pot: 'USDT-WLD', asset: 'WLD', units: units('0.015') },
    ])
    // 5 ATMC units come from no trade.
    expect(await has(poolFree('compound'), 'USDT')).toBe(units('0.18'))
    expect(await has(poolFree('compound'), 'ATMC')).toBe(60_000_002n)
    expect(await has(poolFree('compound'), 'WLD')).toBe(0n)
    expect(await has(poolFree('node'), 'USDT')).toBe(units('0.09'))
    expect(await has(poolFree('node'), 'WLD')).toBe(units('0.003'))
    expect(await has(company('referral'), 'USDT')).toBe(units('0.045'))
    expect(await has(company('referral'), 'ATMC')).toBe(15_000_000n)
    expect(await has(poolFree('compute'), 'ATMC')).toBe(15_000_000n)
    expect(await has(company('fees'), 'USDT')).toBe(units('0.135'))
    expect(await buyForCompute(db, now, () => false)).toBe(0n)
    expect(await buyForCompute(db, now, isTime)).toBe(units('0.045'))
    const bought = (quoted * units('0.045')) / (base + units('0.045'))
    expect(await has(poolFree('compute'), 'ATMC')).toBe(15_000_000n + bought)
    expect(await reservesOf(db, 'USDT-ATMC')).toEqual({ base: base + units('0.045'), quoted: quoted - bought })
    expect(await has(company('fees'), 'USDT')).toBe(units('0.09'))
    const books = await db.query('SELECT id, balance FROM balance ORDER BY id')
    await settle()
    expect(await db.query('SELECT id, balance FROM balance ORDER BY id')).toEqual(books)
  })

  it('of another day, of withdrawals and of early exits are not shared out, and nodes that do not run get nothing', async () => {
    nodesRun = false
    await exchange('USDT-WLD', 'USDT', '100')
    now = addMs(startOf(first), dayMs)
    await exchange('USDT-WLD', 'USDT', '1000')
    await settle()
    expect(await has(poolFree('liquidity'), 'USDT')).toBe(units('0.15'))
    expect(await has(poolFree('node'), 'USDT')).toBe(0n)
    now = addMs(startOf(first), 2 * dayMs)
    await settle()
    expect(await has(poolFree('liquidity'), 'USDT')).toBe(units('1.65'))
  })

  it('buy ATMC by at most 1 % of impact a day; the rest waits for the days after', async () => {
    // 0.3 % of 1,000,000 USDT is 3,000. The pool's 10 % of half is 150, more than 1 % of the 10,000 reserve.
    await move(company('capital'), available(ana), 'USDT', units('900000'), 0)
    await exchange('USDT-WLD', 'USDT', '900000')
    now = addMs(startOf(first), dayMs)
    const { base } = await reservesOf(db, 'USDT-ATMC')
    await settle()
    const spent = base / 99n
    expect(await buyForCompute(db, now, isTime)).toBe(spent)
    now = addMs(now, 3_600_000)
    expect(await buyForCompute(db, now, isTime)).toBe(0n)
    expect((await reservesOf(db, 'USDT-ATMC')).base).toBe(base + spent)
    expect(await loadWaiting(db)).toBe(units('135') - spent)
    now = addMs(startOf(first), 2 * dayMs)
    await settle()
    expect(await buyForCompute(db, now, isTime)).toBe(units('135') - spent)
    now = addMs(startOf(first), 3 * dayMs)
    expect(await buyForCompute(db, now, isTime)).toBe(0n)
    expect(await loadWaiting(db)).toBe(0n)
    expect((await reservesOf(db, 'USDT-ATMC')).base).toBe(base + units('135'))
  })

  it('and the pots of a day are what pools hold then, whenever it is settled', async () => {
    await move(company('capital'), poolFree('machine'), 'ATMC', units('1000'))
    now = addMs(startOf(first), dayMs + 1)
    await move(company('capital'), poolFree('machine'), 'ATMC', units('5000'))
    await settle()
    expect(await loadPots(db, first, 'machine')).toMatchObject([{ pot: 'machine', asset: 'ATMC', units: units('10') }])
    now = addMs(startOf(first), 2 * dayMs)
    await settle()
    const second = '2026-11-24' as Day
    expect(await loadPots(db, second, 'machine')).toMatchObject([{ units: units('60'), weight: 0n, paid: 0n }])
  })
})

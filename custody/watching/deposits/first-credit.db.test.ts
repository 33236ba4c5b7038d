import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { type Account, available, held, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { awaitFirstCredit, grantFirstCredits } from './first-credit.store.ts'
import { firstCreditEntry, firstCreditKeys } from './first-credit.ts'

const start = new Date('2026-11-22T10:00:00Z')
const on = (day: number): Date => addMs(start, day * dayMs)

describe('the first CREDIT', () => {
  let db: Db
  let keys = 0
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const move = async (from: Account, to: Account, usdt: number, code: number, at: Date, asset: Coin = 'USDT') => {
    keys += 1
    const posting = { from, to, asset, units: BigInt(Math.round(usdt * 100)) * (unitsPerOne / 100n), code }
    await db.transaction((tx) => post(tx, { key: `move:${keys}`, at, postings: [posting] }))
  }
  const recharge = async (walletId: WalletId, amount: number, day: number, asset?: Coin) => {
    await move(outside('bsc'), available(walletId), amount, 2, on(day), asset)
    await db.transaction((tx) => awaitFirstCredit(tx, walletId, on(day)))
  }
  const send = (from: WalletId, to: WalletId, usdt: number, day: number) =>
    move(available(from), available(to), usdt, 4, on(day))
  const withdraw = (walletId: WalletId, usdt: number, day: number) =>
    move(available(walletId), held(walletId), usdt, 3, on(day))
  const creditOf = async (walletId: WalletId, day: number): Promise<bigint> => {
    await grantFirstCredits(db, on(day))
    return (await balanceOf(db, available(walletId), 'CREDIT')) / unitsPerOne
  }
  const newWallet = async () => (await testWallet(db, { at: start })).walletId

  it('comes a week after the first 100 USDT recharged, however many payments they came in, and once', async () => {
    const ana = await newWallet()
    await recharge(ana, 60, 0)
    await recharge(ana, 39.99, 0)
    expect(await creditOf(ana, 8)).toBe(0n)
    await recharge(ana, 0.01, 8)
    expect(await creditOf(ana, 14.9)).toBe(0n)
    expect(await creditOf(ana, 15)).toBe(1_000n)
    await recharge(ana, 500, 15)
    expect(await creditOf(ana, 30)).toBe(1_000n)
  })

  it('does not come to one wallet after another with the same 100 USDT, whether they are withdrawn or sent on', async () => {
    const first = await newWallet()
    const second = await newWallet()
    const third = await newWallet()
    await recharge(first, 100, 0)
    await withdraw(first, 100, 0.1)
    await recharge(second, 100, 0.2)
    await send(second, third, 100, 0.3)
    // The amount returns only for the moment of the check.
    await send(third, second, 100, 7.1)
    for (const wallet of [first, second, third]) expect(await creditOf(wallet, 7.2)).toBe(0n)
    await send(second, first, 100, 7.3)
    for (const wallet of [first, second, third]) expect(await creditOf(wallet, 8)).toBe(0n)
  })

  it('counts what is still there: what others sent makes up for what left, and a withdrawal that came back has not left', async () => {
    const ben = await newWallet()
    const friend = await newWallet()
    await recharge(friend, 1_000, 0)
    await recharge(ben, 100, 0)
    await send(friend, ben, 300, 0)
    await send(ben, friend, 300, 5)
    await withdraw(ben, 100, 6)
    await move(held(ben), available(ben), 100, 101, on(6.5))
    expect(await creditOf(ben, 7)).toBe(1_000n)
  })

  it('is looked for again while the money is there, and waits for the next recharge once it has left', async () => {
    const cleo = await newWallet()
    await recharge(cleo, 100, 0)
    await send(cleo, await newWallet(), 50, 3)
    await recharge(cleo, 50, 5)
    expect(await creditOf(cleo, 7)).toBe(0n)
    for (let day = 8; day < 12; day += 1) expect(await creditOf(cleo, day)).toBe(0n)
    expect(await creditOf(cleo, 12)).toBe(1_000n)
    const dan = await newWallet()
    await recharge(dan, 100, 20)
    await withdraw(dan, 1, 21)
    expect(await creditOf(dan, 27)).toBe(0n)
    expect(await db.query('SELECT * FROM first_credit_wait WHERE wallet_id = $1', [dan])).toEqual([])
    await recharge(dan, 1, 28)
    expect(await creditOf(dan, 35)).toBe(1_000n)
  })

  it('counts other coins at what they earn by, and those without a price not yet', async () => {
    const eve = await newWallet()
    await recharge(eve, 1_000, 40, 'ATMC')
    await db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-ATMC', $1, 5, 100, 50000000000)`,
      [on(41)],
    )
    expect(await creditOf(eve, 47)).toBe(0n)
    await recharge(eve, 1_000, 47.5, 'ATMC')
    await db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-ATMC', $1, 5, 100, 50000000000)`,
      [on(54)],
    )
    expect(await creditOf(eve, 54.5)).toBe(1_000n)
  })

  it('is not given again to who had it with activation', async () => {
    const cas = await newWallet()
    const [, before] = firstCreditKeys(cas)
    await db.transaction((tx) => post(tx, { ...firstCreditEntry(cas, start), key: before }))
    await recharge(cas, 200, 0)
    expect(await creditOf(cas, 60)).toBe(1_000n)
  })
})

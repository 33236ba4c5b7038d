import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testWallet } from '#identity/test-wallet.ts'
import { unitsPerOne } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import type { Db } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { testDb } from '#kit/test-db.ts'
import { available, outside } from '#ledger/chart.ts'
import { balanceOf, post } from '#ledger/ledger.store.ts'
import { grantFirstCredit } from './first-credit.store.ts'
import { firstCreditEntry, firstCreditKeys } from './first-credit.ts'

const at = new Date('2026-11-22T10:00:00Z')

describe('the first CREDIT', () => {
  let db: Db
  let keys = 0
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  /** Recharges so many hundredths of a coin. @returns the CREDIT the wallet then has */
  const recharge = async (walletId: WalletId, hundredths: bigint, asset: Coin = 'USDT'): Promise<bigint> => {
    keys += 1
    const posting = {
      from: outside('bsc'),
      to: available(walletId),
      asset,
      units: (hundredths * unitsPerOne) / 100n,
      code: 2,
    }
    await db.transaction(async (tx) => {
      await post(tx, { key: `recharge:${keys}`, at, postings: [posting] })
      await grantFirstCredit(tx, walletId, at)
    })
    return (await balanceOf(db, available(walletId), 'CREDIT')) / unitsPerOne
  }
  const newWallet = async () => (await testWallet(db, { at })).walletId

  it('comes with the first 100 USDT recharged, however many payments they came in, and once', async () => {
    const ana = await newWallet()
    expect(await recharge(ana, 6_000n)).toBe(0n)
    expect(await recharge(ana, 3_999n)).toBe(0n)
    expect(await recharge(ana, 1n)).toBe(1_000n)
    expect(await recharge(ana, 50_000n)).toBe(1_000n)
  })

  it('counts other coins at what they earn by, and those without a price not yet', async () => {
    const ben = await newWallet()
    expect(await recharge(ben, 100_000n, 'ATMC')).toBe(0n)
    await db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-ATMC', $1, 5, 100, 50000000000)`,
      [at],
    )
    expect(await recharge(ben, 4_999n)).toBe(0n)
    expect(await recharge(ben, 1n)).toBe(1_000n)
  })

  it('is not given again to who had it with activation', async () => {
    const cas = await newWallet()
    const [, before] = firstCreditKeys(cas)
    await db.transaction((tx) => post(tx, { ...firstCreditEntry(cas, at), key: before }))
    expect(await recharge(cas, 20_000n)).toBe(1_000n)
  })
})

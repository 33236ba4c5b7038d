import { describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { audit } from '#ledger/audit.store.ts'
import { company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { addOrderShares, liquidityOf, seedMarket } from '../market.store.ts'
import { giveNotice, seedNotice, takeSeedBack } from './seed.store.ts'

const pair = 'USDT-ATMC'
const at = new Date('2026-11-21T10:00:00Z')
const one = 100_000_000n

describe('the seed of a market', () => {
  it('is taken back 30 days after its notice, and only the company’s own shares of it', async () => {
    const db = await testDb()
    const units = { USDT: 100n * one, ATMC: 2_500n * one }
    await db.transaction(async (tx) => {
      for (const asset of ['USDT', 'ATMC'] as const) {
        const postings = [{ from: outside('bsc'), to: company('capital'), asset, units: units[asset] }]
        await post(tx, { key: `capital:${asset}`, at, postings })
      }
      await seedMarket(tx, { pair, baseUnits: units.USDT, quotedUnits: units.ATMC, key: 'seed', at })
    })
    expect(await liquidityOf(db, pair)).toMatchObject({ shares: 500n * one, companyShares: 500n * one })
    await db.transaction((tx) => addOrderShares(tx, pair, new Map([['ANA0000000' as WalletId, 500n * one]])))
    const take = (key: string, moment: Date) => db.transaction((tx) => takeSeedBack(tx, { pair, key, at: moment }))
    expect(await take('early', at)).toBeUndefined()
    await db.transaction((tx) => giveNotice(tx, pair, 10_000n * one, at))
    const from = addMs(at, 30 * dayMs)
    expect(await seedNotice(db, pair)).toEqual({ shares: 10_000n * one, from })
    expect(await take('still early', addMs(from, -1))).toBeUndefined()
    expect(await take('due', from)).toEqual({ shares: 500n * one, base: 50n * one, quoted: 1_250n * one })
    expect(await balanceOf(db, company('capital'), 'USDT')).toBe(50n * one)
    expect(await liquidityOf(db, pair)).toEqual({
      base: 50n * one,
      quoted: 1_250n * one,
      shares: 500n * one,
      companyShares: 0n,
    })
    expect(await take('again', addMs(from, dayMs))).toBeUndefined()
    expect(await audit(db)).toEqual([])
    await db.close()
  })
})

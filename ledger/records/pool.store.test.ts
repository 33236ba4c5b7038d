import { describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { type Account, available, company, outside, poolFree, principal } from '../posting/chart.ts'
import { post } from '../posting/ledger.store.ts'
import { returnableOf } from './pool.store.ts'

const at = new Date('2026-11-21T10:00:00Z')

describe('what a closed pool may give back', () => {
  it('is what the company put in and has not taken back, never what came from fees', async () => {
    const db = await testDb()
    let key = 0
    const move = async (from: Account, to: Account, units: bigint, code?: number) => {
      key += 1
      const entry = {
        key: `test:${key}`,
        at,
        postings: [{ from, to, asset: 'USDT' as const, units, ...(code === undefined ? {} : { code }) }],
      }
      await db.transaction((tx) => post(tx, entry))
    }
    const pool = poolFree('compound')
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(0n)
    await move(outside('bsc'), company('capital'), 1_000n)
    await move(company('capital'), pool, 300n)
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(300n)
    await move(pool, company('capital'), 100n)
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(200n)
    expect(await returnableOf(db, 'compound', 'ATMC')).toBe(0n)
    await move(company('capital'), poolFree('dual'), 50n)
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(200n)
    expect(await returnableOf(db, 'dual', 'USDT')).toBe(50n)
    await move(poolFree('dual'), company('capital'), 50n)
    expect(await returnableOf(db, 'dual', 'USDT')).toBe(0n)
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(200n)
    const ana = 'ANA0000000' as WalletId
    await move(outside('bsc'), available(ana), 500n, 2)
    await move(available(ana), company('fees'), 40n, 105)
    await move(company('fees'), pool, 40n)
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(200n)
    await move(pool, principal(1 as OrderId, ana, 'compound'), 90n, 113)
    expect(await returnableOf(db, 'compound', 'USDT')).toBe(150n)
    await db.close()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { testWallet } from '../test-wallet.ts'
import {
  declareRegion,
  expectRegion,
  regionalState,
  regionGuard,
  regionOf,
  regionsWith,
  withoutFeature,
} from './region.store.ts'

const start = new Date('2026-11-22T12:00:00.000Z')
const later = (ms: number) => addMs(start, ms)

describe('where people live', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  const declare = (walletId: WalletId, region: string, at = start) =>
    db.transaction((tx) => declareRegion(tx, walletId, region, at))
  const livingIn = async (region?: string) => {
    const { walletId } = await testWallet(db)
    if (region) await declare(walletId, region)
    return walletId
  }

  it('stands for thirty days before another declaration', async () => {
    const walletId = await livingIn('SG')
    await expect(declare(walletId, 'DE', later(30 * dayMs - 1))).rejects.toMatchObject({
      message: 'identity.region_stands',
      params: { until: '2026-12-22T12:00:00.000Z' },
    })
    expect(await regionOf(db, walletId)).toBe('SG')
    await declare(walletId, 'DE', later(30 * dayMs))
    expect(await regionOf(db, walletId)).toBe('DE')
    await expect(declare(walletId, 'SG', later(60 * dayMs - 1))).rejects.toThrow('identity.region_stands')
  })

  it('declared again as it was changes nothing, and begins no new wait', async () => {
    const walletId = await livingIn('SG')
    await declare(walletId, 'SG', later(1))
    await declare(walletId, 'SG', later(29 * dayMs))
    expect(await db.query('SELECT 1 FROM wallet_region WHERE wallet_id = $1', [walletId])).toHaveLength(1)
    await declare(walletId, 'DE', later(30 * dayMs))
  })

  it('has a feature on, off, or nothing before the first declaration', async () => {
    const [none, on, off, unknown] = [
      await livingIn(),
      await livingIn('SG'),
      await livingIn('US'),
      await livingIn('FR'),
    ]
    expect(await regionOf(db, none)).toBeNull()
    expect(await Promise.all([none, on, off, unknown].map((id) => regionalState(db, id, 'earn')))).toEqual([
      { region: null, state: 'undeclared' },
      { region: 'SG', state: 'on' },
      { region: 'US', state: 'off' },
      { region: 'FR', state: 'off' },
    ])
    expect(await withoutFeature(db, [none, on, off, unknown], 'earn')).toEqual(new Set([none, off, unknown]))
    const guard = await regionGuard(db, [none, on, off], 'otc')
    expect(() => guard(none)).toThrow('identity.region_needed')
    expect(() => guard(on)).not.toThrow()
    expect(() => guard(off)).toThrow('identity.region_off')
    await expectRegion(db, on, 'referral')
    await expect(expectRegion(db, unknown, 'referral')).rejects.toMatchObject({ params: { region: 'FR' } })
    expect(await regionsWith(db, 'earn')).toEqual(expect.arrayContaining(['SG', 'DE']))
    expect(await regionsWith(db, 'earn')).not.toContain('US')
  })
})

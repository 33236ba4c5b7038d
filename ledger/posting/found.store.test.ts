import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { assetNumber } from '#kit/amount/coins.ts'
import type { Db } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { audit } from '../audit.store.ts'
import { available, company, issued, outside, poolFree } from './chart.ts'
import type { Posting } from './entry.ts'
import { type FoundEntries, postFound } from './found.store.ts'
import { balanceOf, ledgerOf } from './ledger.store.ts'

const at = new Date('2026-11-21T00:00:00Z')
const [ana, ben, cy] = ['FIND000001', 'FIND000002', 'FIND000003'] as [WalletId, WalletId, WalletId]

describe('what a query finds', () => {
  let db: Db
  let keys = 0
  const move = (posting: Posting) => {
    keys += 1
    return ledgerOf(db).submit({ key: `move:${keys}`, at, postings: [posting] })
  }
  type Row = { wallet: WalletId; asset: 'ATMC' | 'POWER' | 'USDT'; units: bigint; part?: string }
  const rows = (list: readonly Row[], prefix: string) => ({
    text: `SELECT place, part, $1::text || place AS key, 'ref:' || place AS ref, wallet, asset, units
      FROM unnest($2::text[], $3::text[], $4::int2[], $5::int8[]) WITH ORDINALITY AS r (part, wallet, asset, units, place)`,
    params: [
      prefix,
      list.map(({ part }) => part ?? ''),
      list.map(({ wallet }) => wallet),
      list.map(({ asset }) => assetNumber(asset)),
      list.map(({ units }) => units),
    ],
  })
  const compute = { side: { from: poolFree('compute') }, code: 26, at } as const
  const post = (list: readonly Row[], rest: Pick<FoundEntries, 'side' | 'code' | 'at'>, prefix = 'a:') =>
    db.transaction((tx) => postFound(tx, { ...rows(list, prefix), ...rest }))
  const has = (wallet: WalletId, asset: Row['asset']) => balanceOf(db, available(wallet), asset)

  beforeEach(async () => {
    db = await testDb()
    await move({ from: outside('bsc'), to: company('capital'), asset: 'ATMC', units: 1_000_000n })
    await move({ from: company('capital'), to: poolFree('compute'), asset: 'ATMC', units: 1_000n })
  })
  afterEach(async () => {
    expect(await audit(db)).toEqual([])
    await db.close()
  })

  it('is posted with both running balances, summed by part, in accounts that are opened for it', async () => {
    const answer = await post(
      [
        { wallet: ben, asset: 'ATMC', units: 30n, part: 'b' },
        { wallet: ana, asset: 'ATMC', units: 20n, part: 'a' },
        { wallet: cy, asset: 'ATMC', units: 0n, part: 'a' },
        { wallet: ana, asset: 'ATMC', units: 7n, part: 'b' },
      ],
      compute,
    )
    expect(answer).toMatchObject({ last: 4n, done: 4 })
    expect([...answer.sums].sort((one, other) => one.part.localeCompare(other.part))).toEqual([
      { part: 'a', asset: 'ATMC', units: 20n },
      { part: 'b', asset: 'ATMC', units: 37n },
    ])
    expect([await has(ana, 'ATMC'), await has(ben, 'ATMC'), await has(cy, 'ATMC')]).toEqual([27n, 30n, 0n])
    expect(await balanceOf(db, poolFree('compute'), 'ATMC')).toBe(943n)
    expect(await post([], compute, 'b:')).toEqual({ last: undefined, done: 0, sums: [] })
  })

  it('goes the other way as well, as far as a wallet has enough for all of it', async () => {
    await move({ from: issued, to: available(ana), asset: 'POWER', units: 10n, code: 1 })
    const decay = { side: { to: issued }, code: 16, at } as const
    const both = (units: bigint): Row[] => [1, 2].map(() => ({ wallet: ana, asset: 'POWER', units }))
    await expect(post(both(6n), decay)).rejects.toMatchObject({ code: 'GH004' })
    expect(await has(ana, 'POWER')).toBe(10n)
    await post(both(5n), decay)
    expect(await has(ana, 'POWER')).toBe(0n)
  })

  it('is all refused: more than the company has, a key that is known, what is no movement of the table', async () => {
    const each = (units: bigint): Row[] => [ana, ben].map((wallet) => ({ wallet, asset: 'ATMC', units }))
    await expect(post(each(501n), compute)).rejects.toMatchObject({ code: 'GH004' })
    await post(each(1n), compute)
    await expect(post([...each(1n), ...each(2n)], compute)).rejects.toMatchObject({ code: '23505' })
    await expect(post(each(1n), { ...compute, code: 4 }, 'c:')).rejects.toMatchObject({ code: 'GH002' })
    await expect(post([{ wallet: ana, asset: 'USDT', units: 1n }], compute, 'd:')).rejects.toMatchObject({
      code: 'GH002',
    })
    await expect(post(each(-1n), compute, 'e:')).resolves.toMatchObject({ sums: [] })
    expect([await has(ana, 'ATMC'), await has(ben, 'ATMC')]).toEqual([1n, 1n])
  })

  it('may be more than one statement takes elsewhere, and every balance follows from the one before', async () => {
    await move({ from: company('capital'), to: poolFree('compute'), asset: 'ATMC', units: 900_000n })
    const dice = seededDice(20261121)
    const list = Array.from({ length: 3_000 }, (): Row => {
      const wallet = `FIND${String(dice.below(400)).padStart(6, '0')}` as WalletId
      return { wallet, asset: 'ATMC', units: BigInt(dice.below(200)) }
    })
    await post(list, compute)
    const expected = new Map<WalletId, bigint>()
    for (const { wallet, units } of list) expected.set(wallet, (expected.get(wallet) ?? 0n) + units)
    for (const [wallet, units] of expected) expect(await has(wallet, 'ATMC')).toBe(units)
    const [ids] = await db.query<{ count: bigint; distinct: bigint }>(
      `SELECT count(*) AS count, count(DISTINCT id) AS distinct FROM entry WHERE key LIKE 'a:%'`,
    )
    expect(ids?.count).toBe(BigInt(list.filter(({ units }) => units > 0n).length))
    expect(ids?.distinct).toBe(ids?.count)
  })
})

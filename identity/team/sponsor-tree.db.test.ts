import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import { addUnits, amountsOf, unitsAt } from '#kit/amount/many-amounts.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { testWallet } from '../test-wallet.ts'
import { loadTree } from './sponsor-tree.store.ts'
import { sumsBelow, treeOf } from './sponsor-tree.ts'

const line = (size: number): number[] => Array.from({ length: size }, (_, place) => place)
const grown = fc
  .array(fc.nat(), { minLength: 1, maxLength: 100 })
  .map((drawn) => drawn.map((number, place) => (place === 0 || number % 7 === 0 ? 0 : 1 + (number % place))))
const units = fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }))

describe('the sums below', () => {
  it('are what everybody below has, each asked by itself', () => {
    const sponsors = fc.oneof({ weight: 20, arbitrary: grown }, { weight: 1, arbitrary: fc.constant(line(300)) })
    fc.assert(
      fc.property(sponsors, fc.array(units, { minLength: 1, maxLength: 50 }), (invited, purses) => {
        const tree = treeOf(
          Int32Array.from(invited, (_, place) => place + 1),
          Int32Array.from(invited),
        )
        const own = amountsOf(tree.size)
        const sums = invited.map(() => 0n)
        for (const place of invited.keys()) {
          const purse = purses[place % purses.length] ?? 0n
          addUnits(own, place, purse)
          for (let above = tree.parent[place] ?? -1; above >= 0; above = tree.parent[above] ?? -1)
            sums[above] = (sums[above] ?? 0n) + purse
        }
        const below = sumsBelow(tree, own)
        expect(invited.map((_, place) => unitsAt(below, place))).toEqual(sums)
      }),
      { numRuns: sizeOf(import.meta.url, { least: 25, turn: 100, all: 2_000 }) },
    )
  })
})

it('the sums below on a line of 10,000 are what is left of it', () => {
  const tree = treeOf(
    Int32Array.from(line(10_000), (place) => place + 1),
    Int32Array.from(line(10_000)),
  )
  const own = amountsOf(tree.size)
  for (const place of line(10_000)) addUnits(own, place, 99_999_999n * BigInt(place))
  const below = sumsBelow(tree, own)
  let left = 0n
  for (let place = tree.size - 1; place >= 0; place -= 1) {
    expect(unitsAt(below, place)).toBe(left)
    left += 99_999_999n * BigInt(place)
  }
})

describe('the tree of all wallets', () => {
  it('knows those that come after it was asked for, and those that become visible late', async () => {
    const db = await testDb()
    const read = async () => {
      const { serials, parent } = await loadTree(db)
      const rows = await db.query<{ serial: number; sponsor: number }>(
        'SELECT w.serial::int4 AS serial, coalesce(s.serial, 0)::int4 AS sponsor FROM wallet w LEFT JOIN wallet s ON s.id = w.sponsor_id ORDER BY 1',
      )
      expect(Array.from(serials, (serial, place) => ({ serial, sponsor: serials[parent[place] ?? -1] ?? 0 }))).toEqual(
        rows,
      )
      return serials.length
    }
    expect(await read()).toBe(0)
    const top = await testWallet(db)
    const ann = await testWallet(db, { sponsor: top.walletId })
    expect(await read()).toBe(2)
    expect(await read()).toBe(2)
    await testWallet(db, { sponsor: ann.walletId })
    await testWallet(db)
    expect(await read()).toBe(4)
    // A transaction that started earlier and committed later, so its serial is below known ones.
    await asOwner(db, `SELECT setval(pg_get_serial_sequence('wallet', 'serial'), 100)`)
    await testWallet(db, { sponsor: top.walletId })
    expect(await read()).toBe(5)
    await asOwner(db, `SELECT setval(pg_get_serial_sequence('wallet', 'serial'), 50)`)
    await testWallet(db, { sponsor: ann.walletId })
    expect(await read()).toBe(6)
    await db.close()
  })
})

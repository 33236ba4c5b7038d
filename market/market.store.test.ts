import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { usualChain } from '#kit/chain/chains.ts'
import type { Db } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { available, company, outside } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { averagePrice, guidePrice, lastTrade, pricesOfDay, reservesOf, seedMarket, trade } from './market.store.ts'
import { type PricedTrade, priceRate, priceScale, timeWeightedPrice, weekWindowMs } from './market.ts'

const ana = 'ANA0000000' as WalletId
const one = 100_000_000n
const start = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => addMs(start, ms)

async function bringCoins(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    for (const asset of coins) {
      const from = outside(usualChain(asset))
      await post(tx, {
        key: `bring:${asset}`,
        at: start,
        postings: [
          { from, to: company('capital'), asset, units: 10_000_000n * one },
          { from, to: available(ana), asset, units: 1_000n * one, code: 2 },
        ],
      })
    }
  })
}
const seed = (db: Db, pair: PairId, base: bigint, quoted: bigint) =>
  db.transaction((tx) =>
    seedMarket(tx, { pair, baseUnits: base * one, quotedUnits: quoted * one, key: `seed:${pair}`, at: start }),
  )
const give = (db: Db, pair: PairId, coin: Coin, units: bigint, at: Date, minimum = 0n) =>
  db.transaction((tx) =>
    trade(tx, { walletId: ana, pair, give: coin, units, minimum, key: `t:${pair}:${at.getTime()}`, at }),
  )

describe('a market in the ledger', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
    await bringCoins(db)
  })
  afterAll(() => db.close())

  it('cannot be traded on before it is seeded, and then has no price before the first trade', async () => {
    await expect(give(db, 'USDT-ATMC', 'USDT', one, start)).rejects.toMatchObject({ key: 'exchange.not_open' })
    await seed(db, 'USDT-ATMC', 100_000n, 2_000_000n)
    expect(await lastTrade(db, 'USDT-ATMC', start)).toBeUndefined()
    expect(await guidePrice(db, 'USDT-ATMC', start)).toBeUndefined()
  })

  it('moves both coins and the fee in one entry, and remembers the price', async () => {
    const { received, fee } = await give(db, 'USDT-ATMC', 'USDT', 100n * one, later(hourMs))
    expect(fee).toBe(30_000_000n)
    expect(await reservesOf(db, 'USDT-ATMC')).toEqual({
      base: 100_000n * one + 100n * one - fee,
      quoted: 2_000_000n * one - received,
    })
    expect(await balanceOf(db, available(ana), 'USDT')).toBe(900n * one)
    expect(await balanceOf(db, available(ana), 'ATMC')).toBe(1_000n * one + received)
    expect(await balanceOf(db, company('fees'), 'USDT')).toBe(fee)
    const last = await lastTrade(db, 'USDT-ATMC', later(hourMs))
    expect(last?.price).toBe(((100n * one - fee) * priceScale) / received)
  })

  it('shows the prices of the last day by the hour, from the first trade of the pair on', async () => {
    await seed(db, 'USDT-ATMX', 100_000n, 1_000_000n)
    const first = await lastTrade(db, 'USDT-ATMC', later(hourMs))
    await give(db, 'USDT-ATMX', 'USDT', one, later(hourMs))
    const prices = await pricesOfDay(db, 'USDT-ATMC', later(3 * hourMs))
    expect(prices.map(({ at, price }) => [at, price])).toEqual(
      [hourMs, 2 * hourMs, 3 * hourMs].map((ms) => [later(ms), first?.price]),
    )
    expect(await pricesOfDay(db, 'USDT-ATMC', later(hourMs - 1))).toEqual([])
  })

  it('gives way to nobody: less than was asked for is refused, and so is a coin one lacks', async () => {
    const at = later(2 * hourMs)
    await expect(give(db, 'USDT-ATMC', 'ATMC', 100n * one, at, 5n * one)).rejects.toMatchObject({
      key: 'exchange.price_moved',
      params: { minimum: '5', coin: 'USDT' },
    })
    await expect(give(db, 'USDT-ATMC', 'USDT', 901n * one, at)).rejects.toMatchObject({
      key: 'balance.insufficient',
      params: { coin: 'USDT' },
    })
    expect(await lastTrade(db, 'USDT-ATMC', at)).toMatchObject({ at: later(hourMs) })
  })

  it('refuses to change a trade that happened', async () => {
    await expect(db.query('UPDATE market_trade SET price = 1')).rejects.toThrow('append-only')
  })
})

describe('the guide price in the database', () => {
  it('is the sum the rule describes, for any trades', async () => {
    const db = await testDb()
    const dice = seededDice(11)
    const trades: PricedTrade[] = []
    let at = start
    for (let count = 0; count < 120; count += 1) {
      at = addMs(at, dice.chance(0.1) ? dice.below(9 * dayMs) : dice.below(3 * hourMs))
      trades.push({ at, price: BigInt(1 + dice.below(2_000_000_000)) })
    }
    const written = [...trades]
    for (let place = 1; place < written.length; place += 1)
      if (dice.chance(0.2))
        written.splice(place - 1, 2, written[place] as PricedTrade, written[place - 1] as PricedTrade)
    for (const { at, price } of written)
      await db.query(
        `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-WLD', $1, 1, 1, $2)`,
        [at, price],
      )
    for (let look = 0; look < 200; look += 1) {
      const now = addMs(start, dice.below(at.getTime() - start.getTime() + 10 * dayMs))
      const known = trades.filter((trade) => trade.at <= now)
      for (const windowMs of [dayMs, weekWindowMs]) {
        const expected = timeWeightedPrice(known, now, windowMs)
        expect(await averagePrice(db, 'USDT-WLD', now, windowMs), now.toISOString()).toEqual(
          expected === undefined ? undefined : priceRate(expected),
        )
      }
    }
    await db.close()
  })
})

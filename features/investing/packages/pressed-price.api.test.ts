import { describe, expect, it } from 'vitest'
import { parseUnits, unitsPerOne } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { addMs, hourMs, minuteMs } from '#kit/clock.ts'
import { reservesOf, seedMarket, trade } from '#ledger/market.store.ts'
import { investingWorld } from '../test-world.ts'

const pair = 'USDT-ATMC'
/** A house whose market is deep and has stood at 0.05 for nine days, and somebody with 200,000 USDT and 2,000,000 ATMC. */
async function oldMarket() {
  const world = await investingWorld()
  const { db, clock } = world
  await world.bringCapital({ USDT: '250000', ATMC: '25000000' })
  await db.transaction((tx) =>
    seedMarket(tx, {
      pair,
      baseUnits: 250_000n * unitsPerOne,
      quotedUnits: 5_000_000n * unitsPerOne,
      key: 'seed',
      at: clock.now(),
    }),
  )
  for (let day = 22; day <= 30; day += 1) {
    await world.goTo(`2026-11-${day}T00:00:30Z`)
    await world.settle()
  }
  const attacker = await world.wallet({ USDT: '200000', ATMC: '2000000' })
  let trades = 0
  /** Trades in pieces of 1 %, well inside what one trade may be, until the price in the market is so many thousandths. */
  const press = async (thousandths: bigint) => {
    for (;;) {
      const { base, quoted } = await reservesOf(db, pair)
      const [now, wanted] = [base * 1_000n, quoted * thousandths]
      if ((now > wanted ? now - wanted : wanted - now) * 100n <= wanted) return
      const give: Coin = now > wanted ? 'ATMC' : 'USDT'
      const units = (give === 'ATMC' ? quoted : base) / 200n
      trades += 1
      const order = {
        walletId: attacker,
        pair,
        give,
        units,
        minimum: 0n,
        key: `press:${trades}`,
        at: clock.now(),
      } as const
      await db.transaction((tx) => trade(tx, order))
    }
  }
  return { world, attacker, press }
}

describe('a price that one person makes for a day', () => {
  it('makes no order worth more: what gives POWER and stars counts at the cheapest of a day, a week and now', async () => {
    const { world, attacker, press } = await oldMarket()
    world.clock.set(new Date('2026-12-01T00:02:00Z'))
    await press(77n)
    world.clock.set(new Date(addMs(world.clock.now(), 23 * hourMs + 30 * minuteMs)))
    const order = await world.buy(attacker, { productId: 5, amount: '100000', days: 360 })
    // 100,000 ATMC at the fair price, and a little for the day that the week's average already has of the dear one.
    expect(Number(order.value)).toBeLessThanOrEqual(5_500)
    expect(parseUnits(order.value)).toBeGreaterThanOrEqual(5_000n * unitsPerOne)
    await world.close()
  })
})

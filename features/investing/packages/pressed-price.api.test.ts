import { describe, expect, it } from 'vitest'
import { parseUnits, unitsPerOne } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, hourMs, minuteMs } from '#kit/time/clock.ts'
import { reservesOf, seedMarket, trade } from '#market/market.store.ts'
import { listOrders } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const pair = 'USDT-ATMC'
/** Value of ATMC in units of USDT, at the fair price of 0.05. */
const fair = (atmc: bigint): bigint => atmc / 20n

/** A deep market at 0.05 for nine days, and a wallet with 200,000 USDT and 2,000,000 ATMC. */
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
  /** Moves the price to `thousandths` of a USDT in steps of 4 %, the allowed maximum. */
  const press = async (thousandths: bigint) => {
    for (;;) {
      const { base, quoted } = await reservesOf(db, pair)
      const [now, wanted] = [base * 1_000n, quoted * thousandths]
      if ((now > wanted ? now - wanted : wanted - now) * 25n <= wanted) return
      const give: Coin = now > wanted ? 'ATMC' : 'USDT'
      const units = (give === 'ATMC' ? quoted : base) / 50n
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

/** Value of the wallet's coins, including promised ones, in units of USDT at the fair price. */
async function wealth(world: InvestingWorld, walletId: WalletId): Promise<bigint> {
  const rows = await world.db.query<{ asset: number; units: string }>(
    `SELECT asset, sum(balance)::text AS units FROM balance WHERE holder = $1 AND asset IN (1, 3) GROUP BY asset`,
    [walletId],
  )
  const of = (asset: number) => BigInt(rows.find((row) => row.asset === asset)?.units ?? '0')
  return of(1) + fair(of(3))
}

/** @returns how many purchases succeeded */
async function buyAll(buy: () => Promise<unknown>, times: number): Promise<number> {
  for (let sold = 0; sold < times; sold += 1)
    try {
      await buy()
    } catch (error) {
      if (error instanceof Refusal) return sold
      throw error
    }
  return times
}

describe('a price that one person makes for a day', () => {
  it('buys no package cheaper: coins are handed out at the dearest of a day, a week and now', async () => {
    const { world, attacker, press } = await oldMarket()
    const before = await wealth(world, attacker)
    // Bought early, because a line's first order waits for a day.
    await world.buy(attacker, { productId: 26, amount: '10' })
    for (const day of ['01', '02']) {
      await world.goTo(`2026-12-${day}T00:00:30Z`)
      await world.settle()
    }
    world.clock.set(new Date('2026-12-02T00:02:00Z'))
    await press(35n)
    world.clock.set(new Date('2026-12-02T23:20:00Z'))
    await buyAll(() => world.buy(attacker, { productId: 26, amount: '10000' }), 12)
    await buyAll(() => world.buy(attacker, { productId: 26, amount: '1000' }), 12)
    world.clock.set(new Date('2026-12-03T00:00:30Z'))
    await world.settle()
    const { items } = await world.call(listOrders, attacker, { line: 'package' })
    expect(items.filter(({ state }) => state === 'to_be_released').length).toBeGreaterThan(1)
    await press(50n)
    expect(Number((await wealth(world, attacker)) - before) / 1e8).toBeLessThanOrEqual(0)
    await world.close()
  })

  it('makes no order worth more: what gives POWER and stars counts at the cheapest of a day, a week and now', async () => {
    const { world, attacker, press } = await oldMarket()
    world.clock.set(new Date('2026-12-01T00:02:00Z'))
    await press(77n)
    world.clock.set(new Date(addMs(world.clock.now(), 23 * hourMs + 30 * minuteMs)))
    const order = await world.buy(attacker, { productId: 5, amount: '100000', days: 360 })
    // 100,000 ATMC are worth 5,000 USDT. One manipulated day in the week's average adds at most 500.
    expect(Number(order.value)).toBeLessThanOrEqual(5_500)
    expect(parseUnits(order.value)).toBeGreaterThanOrEqual(5_000n * unitsPerOne)
    await world.close()
  })
})

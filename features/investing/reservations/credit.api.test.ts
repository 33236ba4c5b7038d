import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDays } from '#days/settle.job.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Day } from '#kit/time/clock.ts'
import { available, issued } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { priceOf } from '#market/market.ts'
import { creditStep } from '#products/reservations/credit.store.ts'
import { creditMost } from '#products/reservations/reservation.ts'
import { investingSteps } from '#products/settlement/settlement.job.ts'
import { cancelOrder } from '../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../test-world.ts'

const one = 100_000_000n

describe('credit for orders that came to their end', () => {
  let world: InvestingWorld
  beforeAll(async () => {
    world = await investingWorld()
  })
  afterAll(() => world.close())

  const holder = async (units: bigint): Promise<WalletId> => {
    const walletId = await world.wallet()
    const grant = { from: issued, to: available(walletId), asset: 'CREDIT', units, code: 117 } as const
    if (units > 0n)
      await world.db.transaction((tx) =>
        post(tx, { key: `grant:${walletId}`, at: world.clock.now(), postings: [grant] }),
      )
    return walletId
  }
  const buy = (walletId: WalletId, amount: string, days = 1) => world.buy(walletId, { amount, days })
  const settle = async (moment: string) => {
    await world.goTo(moment)
    const { lock, accrue, mature } = investingSteps
    await settleDays(world.db, world.clock.now(), [...lock, ...accrue, ...mature])
  }
  const chunk = (day: string, after: string, limit: number) =>
    world.db.transaction((tx) => creditStep.chunk(tx, { day: day as Day, part: '', after, limit }))

  it('is a tenth of their value, rounded down, up to the most a wallet can have, to the last unit', async () => {
    const ben = await holder(creditMost - (3n * one) / 2n)
    await buy(ben, '10')
    await buy(ben, '10')
    const [ana, cas, dan, eve, fay] = [
      await holder(0n),
      await holder(creditMost),
      await holder(creditMost - 1n),
      await holder(0n),
      await holder(0n),
    ]
    await world.db.query(
      `INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ('USDT-WLD', $1, 126, 101, $2)`,
      [world.clock.now(), priceOf(126n, 101n)],
    )
    const { orderId: odd } = await world.buy(ana, { productId: 2, amount: '5', days: 1 })
    await buy(cas, '10')
    await buy(dan, '10')
    await buy(eve, '10', 7)
    const [value] = await world.db.query<{ units: bigint }>(
      'SELECT value_units AS units FROM investment_order WHERE id = $1',
      [odd],
    )
    if (!value) throw new Error('the order is there')
    expect(value.units % 10n).toBeGreaterThan(0n)
    const { orderId } = await buy(fay, '10')
    await world.call(cancelOrder, fay, { orderId })
    await settle('2026-11-23T12:00:00Z')
    await settle('2026-11-24T00:00:00Z')
    for (const day of ['2026-11-22', '2026-11-24'])
      expect(await chunk(day, '', 10)).toEqual({ last: '', done: 0, finished: true })
    const done: number[] = []
    for (let after = ''; ; ) {
      const piece = await chunk('2026-11-23', after, 2)
      done.push(piece.done)
      after = piece.last
      if (piece.finished) break
    }
    expect(done).toEqual([2, 2, 1])
    const credit = await Promise.all([ana, ben, cas, dan, eve, fay].map((each) => world.balance(each, 'CREDIT')))
    expect(credit).toEqual([value.units / 10n, creditMost, creditMost, creditMost, 0n, 0n])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleStops, saleStops } from '#custody/sale-stops.ts'
import { liquidityWorld } from '#features/investing/liquidity/test-liquidity.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import type { Refusal } from '#kit/failure.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { company, reserve } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { operate } from '../../test/test-operator.ts'

describe('a coin of which there is less than is owed, or that was not proven', () => {
  let world: InvestingWorld
  let ana: WalletId
  const stop = (value: SaleStops) =>
    world.db.transaction((tx) => changeSetting(tx, saleStops, { value, reason: 'a test', at: world.clock.now() }))
  const refusalOf = (buying: Promise<unknown>) =>
    buying.then(
      () => undefined,
      (error: Refusal) => [error.key, error.params],
    )
  beforeAll(async () => {
    world = await investingWorld({ USDT: '1000' })
    ana = await world.wallet({ USDT: '2000', ATMC: '2000' })
  })
  afterAll(() => world.close())

  it('is not sold for, as a base coin or beside one, and is again when it is cured', async () => {
    await stop({ USDT: 'reserves' })
    expect(await refusalOf(world.buy(ana))).toEqual(['invest.coin_stopped', { coin: 'USDT', why: 'reserves' }])
    await stop({ ATMC: 'proof' })
    expect(await refusalOf(world.buy(ana))).toEqual(['invest.coin_stopped', { coin: 'ATMC', why: 'proof' }])
    await stop({ WLD: 'reserves' })
    expect((await world.buy(ana)).state).toBe('to_be_started')
  })

  it('does not go back to the company, and no operator opens it', async () => {
    await stop({ USDT: 'reserves' })
    const other = await investingWorld({ USDT: '1000' })
    await operate(other, 'product end 1 the line is closed')
    await operate(other, 'product end 2 the line is closed')
    await other.db.transaction((tx) =>
      changeSetting(tx, saleStops, { value: { USDT: 'reserves' }, reason: 'a test', at: other.clock.now() }),
    )
    expect((await operate(other, 'pool close dual USDT the line is closed')).text).toContain(
      'refused: invest.coin_stopped',
    )
    expect((await operate(other, 'setting set sales.stops {} why')).code).not.toBe(0)
    await other.close()
  })

  it('does not leave a market for the company either, on whichever side of it the coin is, until it is cured', async () => {
    const other = await liquidityWorld()
    const stopThere = (value: SaleStops) =>
      other.db.transaction((tx) => changeSetting(tx, saleStops, { value, reason: 'a test', at: other.clock.now() }))
    const held = async () => [
      await balanceOf(other.db, reserve('USDT-ATMC'), 'USDT'),
      await balanceOf(other.db, reserve('USDT-ATMC'), 'ATMC'),
      await balanceOf(other.db, company('capital'), 'USDT'),
    ]
    const takeBack = () => operate(other, 'market take-back USDT-ATMC others trade here now')
    expect((await operate(other, 'market notice USDT-ATMC 20000 others trade here now')).code).toBe(0)
    await other.pass(30 * dayMs)
    const before = await held()
    for (const [value, coin, why] of [
      [{ USDT: 'reserves' }, 'USDT', 'reserves'],
      [{ ATMC: 'reserves' }, 'ATMC', 'reserves'],
      [{ WLD: 'reserves', ATMC: 'proof' }, 'ATMC', 'proof'],
    ] as const) {
      await stopThere(value)
      const { code, text } = await takeBack()
      expect([code, text.split('\n').at(-1)]).toEqual([1, `refused: invest.coin_stopped coin=${coin} why=${why}`])
      expect(await held()).toEqual(before)
    }
    await stopThere({ WLD: 'reserves' })
    expect(await takeBack()).toMatchObject({ code: 0, text: expect.stringContaining('are capital again') })
    const [usdt = 0n, atmc = 0n, capital = 0n] = await held()
    const [usdtBefore = 0n, atmcBefore = 0n, capitalBefore = 0n] = before
    expect([usdt < usdtBefore, atmc < atmcBefore]).toEqual([true, true])
    expect(capital - capitalBefore).toBe(usdtBefore - usdt)
    await other.close()
  })
})

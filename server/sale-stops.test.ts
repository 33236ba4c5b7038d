import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SaleStops, saleStops } from '#custody/sale-stops.ts'
import { type InvestingWorld, investingWorld } from '#features/investing/test-world.ts'
import type { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import { changeSetting } from '#kit/settings.store.ts'
import { operate } from './test-operator.ts'

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
    expect((await operate(other, 'pool close dual USDT')).text).toContain('refused: invest.coin_stopped')
    expect((await operate(other, 'setting set sales.stops {} why')).code).not.toBe(0)
    await other.close()
  })
})

import { afterEach, expect, it } from 'vitest'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { getOrder, getProduct, redeemOrder } from '../../investing.contract.ts'
import { type InvestingWorld, investingWorld } from '../../test-world.ts'
import { listLeavingDays } from './leaving.contract.ts'

let world: InvestingWorld
afterEach(() => world.close())
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) await world.pass(dayMs)
}
const seen = async (wallet: WalletId, orderId: number) => ({
  ...(await world.call(getOrder, wallet, { orderId })),
  leaving: (await world.call(listLeavingDays, wallet, { orderId })).days,
})

it('says one thing of a compound order: what it has grown to comes back today, and lately is an estimate on top', async () => {
  world = await investingWorld()
  await world.fund({ USDT: '1000' }, 'compound')
  const ana = await world.wallet()
  const { orderId } = await world.buy(ana, { productId: 20, amount: '1000' })
  expect(await seen(ana, orderId)).toMatchObject({ order: { day: null }, lately: null, leaving: [] })
  await days(4)
  const { order, ways, booked, lately, leaving } = await seen(ana, orderId)
  expect(order).toMatchObject({ amount: '1000.40004', day: 3 })
  expect(booked.usdt).toBe('0.40004')
  expect(ways).toMatchObject([{ way: 'end', usdt: '0.40004', comesBack: [{ asset: 'USDT', amount: '1000.40004' }] }])
  expect(lately).toEqual({ days: 2, coins: [{ asset: 'USDT', amount: '0.20008' }] })
  expect(leaving).toHaveLength(91)
  expect(leaving[0]).toMatchObject({
    back: [{ asset: 'USDT', amount: '1000.40004' }],
    lost: [],
    usdt: '0.40004',
    about: '0',
  })
  // The redemption pays the listed result.
  const before = await world.balance(ana, 'USDT')
  await world.call(redeemOrder, ana, { orderId })
  expect(await world.balance(ana, 'USDT')).toBe(before + 100_040_004_000n)
  expect(await seen(ana, orderId)).toMatchObject({ order: { day: null }, leaving: [] })
})

it('tells of a round the results of its ends, and the one that came is the one it told', async () => {
  world = await investingWorld()
  const ana = await world.wallet()
  const { orderId } = await world.buy(ana, { reinvest: true })
  await days(3)
  const running = await seen(ana, orderId)
  expect(running.order).toMatchObject({ day: 2, days: 7, endsAt: '2026-11-30T00:00:00.000Z' })
  // 400 ATMC are worth 20 USDT; rounds of 7 days pay 0.1 % each.
  expect(running.leaving.slice(0, 2)).toMatchObject([
    { at: '2026-11-30T00:00:00.000Z', back: [{ asset: 'USDT', amount: '100.1' }], usdt: '-19.9' },
    { at: '2026-12-07T00:00:00.000Z', back: [{ asset: 'USDT', amount: '100.2001' }], usdt: '-19.7999' },
  ])
  await days(7)
  const second = await seen(ana, orderId)
  expect(second.order).toMatchObject({ round: 2, day: 2 })
  expect(second.booked.usdt).toBe('0.1')
  expect(second.ways).toMatchObject([
    { way: 'on', usdt: '0.2001' },
    { way: 'off', usdt: '-19.7999', givenUp: [{ asset: 'ATMC', amount: '400' }] },
  ])
  expect(second.leaving[0]).toEqual(expect.objectContaining({ usdt: '-19.7999', at: '2026-12-07T00:00:00.000Z' }))
})

it('quotes what an order would be paid as lately, and compares products by a month of it', async () => {
  world = await investingWorld()
  await world.fund({ USDT: '1000' }, 'compound')
  const ana = await world.wallet()
  const ask = () => world.call(getProduct, ana, { productId: 20, amount: '500' })
  expect(await ask()).toMatchObject({ product: { month: null }, quote: { lately: null } })
  await world.buy(ana, { productId: 20, amount: '1000' })
  await days(4)
  expect(await ask()).toMatchObject({
    product: { month: { by: 'lately', usdt: '6', days: 0 } },
    quote: { lately: { days: 2, coins: [{ asset: 'USDT', amount: '0.1' }] } },
  })
})

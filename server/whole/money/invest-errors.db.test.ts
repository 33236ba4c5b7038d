import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buyOrder, cancelOrder, getProduct, setReinvest } from '#features/investing/investing.contract.ts'
import { payReservation, reserveOrder } from '#features/investing/reservations/reservations.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { setStar } from '#identity/team/star.store.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { FailureKey } from '#kit/failure.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { languages } from '#locales/registry.ts'
import { setHold } from '#products/lines/fund/fund.store.ts'
import { unsaid } from '../../test/test-said.ts'
import { openShop, type Shop, type Shopper, shelf } from '../../test/test-shop.ts'

const one = 100_000_000n

type Scene = {
  readonly shop: Shop
  readonly ana: Shopper
  readonly ben: Shopper
  readonly newcomer: Shopper
  readonly running: number
  readonly cancelled: number
  readonly machine: number
  readonly queued: number
}

async function reservationOf({ client }: Shopper, productId: number) {
  const { card } = await client.call(getProduct, { productId })
  return { productId, amount: '50', days: 7, reinvest: false, card: card.hash }
}
const reserve = async (shopper: Shopper, productId: number) =>
  shopper.client.refusal(reserveOrder, await reservationOf(shopper, productId))

async function setScene(): Promise<Scene> {
  const shop = await openShop()
  const { db, clock } = shop.app
  const [ana, ben, newcomer] = [await shop.shopper(), await shop.shopper(), await shop.shopper({ knows: false })]
  await db.transaction((tx) => setStar(tx, ben.walletId, 1, clock.now()))
  const running = await ana.buy({ days: 1 })
  const cancelled = await ana.buy()
  await ana.client.call(cancelOrder, { orderId: cancelled })
  await ben.buy({ productId: shelf.nodeOfOne, amount: '300' })
  const machine = await ben.buy({ productId: shelf.machine, amount: '500' })
  const { reservation } = await ana.client.call(reserveOrder, await reservationOf(ana, shelf.reserved))
  return { shop, ana, ben, newcomer, running, cancelled, machine, queued: reservation.orderId }
}

type Row = {
  /** Quoted from the specification. */
  readonly says: string
  readonly key: FailureKey
  /** Causes the error. Rows run in order, because time advances. */
  readonly meet: (scene: Scene) => Promise<string>
}

/** Specification point 8, "Investment". */
const rows: readonly Row[] = [
  {
    says: 'pool configuration not effective',
    key: 'invest.pool_config_not_effective',
    meet: ({ ana }) => ana.refusal({ productId: shelf.upcoming }),
  },
  { says: 'minimum not reached', key: 'invest.minimum', meet: ({ ana }) => ana.refusal({ amount: '9.99' }) },
  { says: 'maximum 10000 USDT', key: 'invest.maximum', meet: ({ ana }) => ana.refusal({ amount: '10000.01' }) },
  { says: 'payment error', key: 'invest.payment', meet: ({ ana }) => ana.refusal({ sideMax: '0.5' }) },
  {
    says: 'order closed',
    key: 'invest.order_closed',
    meet: ({ ana, cancelled }) => ana.client.refusal(cancelOrder, { orderId: cancelled }),
  },
  {
    says: 'already a node user',
    key: 'invest.already_node_user',
    meet: ({ ben }) => ben.refusal({ productId: shelf.nodeOfOne, amount: '300' }),
  },
  {
    says: 'conditions not met',
    key: 'invest.conditions_not_met',
    meet: ({ newcomer }) => newcomer.refusal(),
  },
  {
    says: 'node rule or level wrong',
    key: 'invest.node_level_wrong',
    meet: async ({ shop: { app, ...shop } }) => {
      const oneStar = await shop.shopper()
      await app.db.transaction((tx) => setStar(tx, oneStar.walletId, 1, app.clock.now()))
      return oneStar.refusal({ productId: shelf.nodeOfTwo, amount: '1000' })
    },
  },
  {
    says: 'only star users can buy',
    key: 'invest.star_needed',
    meet: ({ ana }) => ana.refusal({ productId: shelf.machine, amount: '500' }),
  },
  { says: 'product ended', key: 'invest.product_ended', meet: ({ ana }) => ana.refusal({ productId: shelf.ended }) },
  {
    says: 'ATM closed',
    key: 'funds.atm_closed',
    meet: ({ ana, ben }) =>
      ana.client.refusal(makeTransfer, { coin: 'ATM' as Coin, amount: '1', receiverId: ben.walletId, remark: '' }),
  },
  { says: 'investment period error', key: 'invest.period', meet: ({ ana }) => ana.refusal({ days: 8 }) },
  {
    says: 'pool closed',
    key: 'invest.pool_closed',
    meet: ({ ana }) => ana.refusal({ productId: shelf.unfunded }),
  },
  { says: 'already in queue', key: 'invest.already_in_queue', meet: ({ ana }) => reserve(ana, shelf.reserved) },
  {
    says: 'queue not processed',
    key: 'invest.queue_not_processed',
    meet: ({ ana, queued }) => ana.client.refusal(payReservation, { orderId: queued }),
  },
  {
    says: 'fund data wrong',
    key: 'invest.fund_data_wrong',
    meet: async ({ shop: { app }, ana }) => {
      const until = addMs(app.clock.now(), dayMs)
      await app.db.transaction((tx) => setHold(tx, shelf.fund, { until, reason: 'a result comes' }))
      const { card } = await ana.client.call(getProduct, { productId: shelf.fund })
      return ana.client.refusal(buyOrder, { fundId: shelf.fund, amount: '100', card: card.hash })
    },
  },
  {
    says: 'pending order waiting',
    key: 'invest.pending_order_waiting',
    meet: async ({ shop, ana }) => {
      await shop.goTo('2026-11-23T09:00:00Z')
      return reserve(ana, shelf.alsoReserved)
    },
  },
  {
    says: 'order error',
    key: 'invest.order_error',
    meet: async ({ ana, queued }) => {
      await ana.client.call(payReservation, { orderId: queued })
      return ana.client.refusal(payReservation, { orderId: queued })
    },
  },
  {
    says: 'order cannot be closed',
    key: 'invest.order_cannot_close',
    meet: async ({ shop, ana, running }) => {
      await shop.goTo('2026-11-24T09:00:00Z')
      return ana.client.refusal(cancelOrder, { orderId: running })
    },
  },
  {
    says: 'no operations in the last half hour',
    key: 'invest.last_half_hour',
    meet: async ({ shop, ana, running }) => {
      await shop.goTo('2026-11-24T23:45:00Z')
      return ana.client.refusal(setReinvest, { orderId: running, reinvest: true })
    },
  },
  {
    says: 'pool settling/being adjusted, try later',
    key: 'invest.pool_settling',
    meet: async ({ shop, ana, running }) => {
      await shop.goTo('2026-11-25T00:00:01Z', { settles: false })
      return ana.client.refusal(setReinvest, { orderId: running, reinvest: true })
    },
  },
  {
    says: 're-invest after being eliminated (exit before re-investing)',
    key: 'invest.exit_before_reinvest',
    meet: async ({ shop, ben, machine }) => {
      const paid = 1_500n * one - 1n
      await shop.app.db.query('UPDATE investment_order SET paid_value_units = $1 WHERE id = $2', [paid, machine])
      await shop.goTo('2026-11-25T09:00:00Z')
      return ben.refusal({ productId: shelf.machine, amount: '500' })
    },
  },
]

const list =
  'pool configuration not effective; minimum not reached; maximum 10000 USDT; payment error; order error; order closed; order cannot be closed; no operations in the last half hour; already a node user; conditions not met; node rule or level wrong; only star users can buy; product ended; ATM closed; pool settling/being adjusted, try later; investment period error; already in queue; queue not processed; pending order waiting; re-invest after being eliminated (exit before re-investing); fund data wrong; pool closed'

describe("every error of the specification's investment list", () => {
  let scene: Scene
  beforeAll(async () => {
    scene = await setScene()
  })
  afterAll(() => scene.shop.app.close())

  it('is in the table below, under a key of its own', () => {
    expect(rows.map(({ says }) => says).sort()).toEqual(list.split('; ').sort())
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
  })

  it.each(rows.map((row) => [row.says, row] as const))('%s: is what the API answers', async (_, { key, meet }) => {
    expect(await meet(scene)).toBe(key)
  })

  it('is said in every language', () => {
    const keys = rows.map(({ key }) => key)
    for (const { tag } of languages) expect(unsaid(tag, keys), tag).toEqual([])
  })
})

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'
import { available, held } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { recordsOf } from '#ledger/records/records.store.ts'
import { endSale } from '#products/purchase/change.store.ts'
import { loadQueueLog } from '#products/reservations/queue-log.store.ts'
import { faultOf } from '#products/reservations/queue-log.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { cancelOrder, getOrder, getProduct, setReinvest } from '../investing.contract.ts'
import { cancelReservation, payReservation } from './reservations.contract.ts'
import { type QueueWorld, queueWorld } from './test-queue.ts'

const one = 100_000_000n
const refusal = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused')
  return error.key
}

let world: QueueWorld
const setUp = async (pool?: { USDT: string; WLD: string }) => {
  world = await queueWorld(pool)
}
const tearDown = () => world.close()
const holds = async () => expect(await world.faults()).toEqual([])
const records = async (walletId: WalletId) =>
  (await recordsOf(world.db, { walletId, limit: 50 })).map(({ code, asset }) => `${code} ${asset}`)

describe('a quota', () => {
  let ana: WalletId
  beforeAll(async () => {
    await setUp()
    ana = await world.holder()
  })
  afterEach(holds)
  afterAll(tearDown)

  it('is taken by purchases, shown with what is left, and refuses what does not fit', async () => {
    await world.buy(ana, { amount: '700' })
    const { product, quote } = await world.call(getProduct, ana, { productId: 1, amount: '400', days: 7 })
    expect(product).toMatchObject({ quota: { daily: '1000', left: '300' }, needsReservation: false, queued: 0 })
    expect(quote).toMatchObject({ problem: null, reservation: { prepaid: '4', credit: '400', ahead: 0 } })
    expect(await refusal(world.buy(ana, { amount: '400' }))).toBe('invest.quota_full')
  })

  it('is bought while it lasts, not reserved', async () => {
    expect(await refusal(world.reserve(ana, { amount: '300' }))).toBe('invest.reservation_not_needed')
    const { quote } = await world.call(getProduct, ana, { productId: 1, amount: '300', days: 7 })
    expect(quote).toMatchObject({ problem: null, reservation: null })
  })

  it('comes back with an order that is cancelled on the day that took it', async () => {
    const order = await world.buy(ana, { amount: '250' })
    await world.call(cancelOrder, ana, { orderId: order.orderId })
    await world.buy(ana, { amount: '300' })
    expect(await refusal(world.buy(ana, { amount: '10' }))).toBe('invest.quota_full')
  })

  it('is new every day, and a renewal takes none', async () => {
    await world.goTo('2026-11-22T09:00:00Z')
    await world.settle()
    await world.buy(ana, { amount: '1000', days: 1, reinvest: true })
    await world.goTo('2026-11-24T09:00:00Z')
    await world.settle()
    const { product } = await world.call(getProduct, ana, { productId: 1 })
    expect(product.quota).toEqual({ daily: '1000', left: '1000' })
  })

  it('refuses a reservation that no day could ever take', async () => {
    expect(await refusal(world.reserve(ana, { amount: '1000.01' }))).toBe('invest.quota_small')
  })

  it('holds in the database whatever the code says', async () => {
    const overdraw = world.db.query(
      `INSERT INTO product_quota (product_id, day, taken_units) VALUES (1, '2027-01-01', $1)`,
      [1_001n * one],
    )
    await expect(overdraw).rejects.toThrow('is full')
  })
})

describe('a reservation', () => {
  let ana: WalletId
  let ben: WalletId
  let cas: WalletId
  beforeAll(async () => {
    await setUp()
    ana = await world.holder()
    ben = await world.holder()
    cas = await world.holder(599n)
    await world.buy(ana, { amount: '900' })
  })
  afterEach(holds)
  afterAll(tearDown)

  it('takes 1 % and the worth in CREDIT, and queues', async () => {
    const reserved = await world.reserve(ana)
    expect(reserved).toMatchObject({ state: 'queued', rank: 1, prepaid: '6', credit: '600', balance: '594' })
    expect(reserved).toMatchObject({ sideAmount: '2400', dueAt: null, startsAt: null })
    expect([await world.credit(ana), await world.creditHeld(ana)]).toEqual([400n * one, 600n * one])
    expect(await world.reserve(ben, { amount: '500' })).toMatchObject({ rank: 2 })
    expect((await records(ana)).slice(0, 2).sort()).toEqual(['15 CREDIT', '15 USDT'])
  })

  it('refuses a second one of the product, one without credit and one without the coins', async () => {
    expect(await refusal(world.reserve(ana, { amount: '200' }))).toBe('invest.already_in_queue')
    expect(await refusal(world.reserve(cas))).toBe('balance.credit_limit')
    const poor = await world.wallet({ USDT: '1' })
    expect(await refusal(world.reserve(poor))).toBe('balance.insufficient')
  })

  it('refuses what a purchase would refuse', async () => {
    expect(await refusal(world.reserve(cas, { amount: '9' }))).toBe('invest.minimum')
    expect(await refusal(world.reserve(cas, { card: '' }))).toBe('invest.conditions_not_met')
    expect(await refusal(world.reserve(cas, { days: 8 }))).toBe('invest.period')
    expect(await refusal(world.reserve(cas, { productId: 3, days: 30 }))).toBe('invest.reservation_not_needed')
    expect(await refusal(world.reserve(cas, { productId: 2, amount: '4' }))).toBe('invest.minimum')
    expect(await refusal(world.reserve(cas, { productId: 2, amount: '8001' }))).toBe('invest.maximum')
  })

  it('lets nobody buy past those who queue, and a product sold by reservation is not bought at all', async () => {
    await world.goTo('2026-11-21T12:00:00Z')
    expect(await refusal(world.buy(cas, { amount: '50' }))).toBe('invest.reservation_needed')
    expect(await refusal(world.buy(cas, { productId: 2, amount: '50' }))).toBe('invest.reservation_needed')
  })

  it('cannot be paid, switched or cancelled like an order before its turn', async () => {
    const [first] = await world.mine(ana)
    const orderId = first?.orderId ?? 0
    expect(await refusal(world.pay(ana, orderId))).toBe('invest.queue_not_processed')
    expect(await refusal(world.call(setReinvest, ana, { orderId, reinvest: true }))).toBe('invest.queue_not_processed')
    expect(await refusal(world.call(cancelOrder, ana, { orderId }))).toBe('invest.order_cannot_close')
    expect(await refusal(world.pay(ben, orderId))).toBe('invest.order_missing')
  })

  it('becomes due in its turn as the new day brings quota, and takes quota and promise with it', async () => {
    const before = await world.free('USDT')
    await world.goTo('2026-11-22T00:00:10Z')
    await world.settle()
    const [first] = await world.mine(ana)
    expect(first).toMatchObject({
      state: 'due',
      rank: null,
      dueAt: '2026-11-22T00:00:10.000Z',
      bestUntil: '2026-11-22T02:00:10.000Z',
      payUntil: '2026-11-23T00:00:10.000Z',
      bonus: '60',
    })
    // 0.1 % of 600; the next reservation no longer fits.
    expect(before - (await world.free('USDT'))).toBe(60_000_000n)
    expect((await world.mine(ben))[0]).toMatchObject({ state: 'queued', rank: 1 })
    const { product } = await world.call(getProduct, ana, { productId: 1 })
    expect(product).toMatchObject({ quota: { daily: '1000', left: '400' }, queued: 1 })
  })

  it('waits for the one that is due before another is reserved', async () => {
    expect(await refusal(world.reserve(ana, { productId: 2, amount: '50' }))).toBe('invest.pending_order_waiting')
  })

  it('is paid with the side coin of the moment; credit waits for the start, with 10 % on top within two hours', async () => {
    await world.goTo('2026-11-22T01:59:00Z')
    const [due] = await world.mine(ana)
    const orderId = due?.orderId ?? 0
    expect(await refusal(world.call(payReservation, ana, { orderId, sideMax: '2399.99' }))).toBe('invest.payment')
    const { reservation } = await world.call(payReservation, ana, { orderId, sideMax: due?.sideMost ?? '' })
    expect(reservation).toMatchObject({ state: 'to_be_started', bonus: '60', balance: '0', paidAt: expect.any(String) })
    expect([await world.credit(ana), await world.creditHeld(ana)]).toEqual([400n * one, 600n * one])
    const { order, records: moves, timeline } = await world.call(getOrder, ana, { orderId })
    expect(order).toMatchObject({ amount: '600', sideAmount: '2400', startsAt: '2026-11-23T00:00:00.000Z' })
    expect(moves.map(({ code, asset, amount }) => `${code} ${asset} ${amount}`).sort()).toEqual([
      '8 ATMC 2400',
      '8 USDT 594',
      '8 USDT 6',
    ])
    expect(timeline.map(({ kind }) => kind)).toEqual(['reserved', 'became_due', 'balance_paid'])
    expect(await refusal(world.pay(ana, orderId))).toBe('invest.order_error')
    expect(await refusal(world.call(cancelReservation, ana, { orderId }))).toBe('invest.order_error')
  })

  it('brings 2 % when paid later, and nothing after 24 hours: closed, prepayment back, credit lost', async () => {
    await world.goTo('2026-11-23T00:00:05Z')
    await world.settle()
    expect([await world.credit(ana), await world.creditHeld(ana)]).toEqual([1_060n * one, 0n])
    const [due] = await world.mine(ben)
    const orderId = due?.orderId ?? 0
    await world.goTo('2026-11-23T02:00:05Z')
    expect((await world.mine(ben))[0]).toMatchObject({ state: 'due', bonus: '10' })
    await world.goTo('2026-11-24T00:00:05Z')
    expect((await world.mine(ben))[0]?.bonus).toBe('0')
    expect(await refusal(world.pay(ben, orderId))).toBe('invest.order_closed')
    const free = await world.free('USDT')
    await closeUnpaidReservations(world.db, world.clock.now())
    await closeUnpaidReservations(world.db, world.clock.now())
    expect((await world.mine(ben))[0]).toMatchObject({
      state: 'closed',
      balance: '0',
      overAt: '2026-11-24T00:00:05.000Z',
    })
    expect((await world.free('USDT')) - free).toBe(50_000_000n)
    expect([await world.credit(ben), await world.creditHeld(ben)]).toEqual([500n * one, 0n])
    expect((await records(ben)).slice(0, 2).sort()).toEqual(['118 CREDIT', '16 USDT'])
    expect(await refusal(world.call(cancelReservation, ben, { orderId }))).toBe('invest.order_closed')
  })

  it('adds 10 % of its value to the credit when it ends', async () => {
    const before = await world.credit(ana)
    await world.goTo('2026-11-30T00:00:10Z')
    await world.settle()
    expect((await world.credit(ana)) - before).toBe(150n * one)
    await world.settle()
    expect((await world.credit(ana)) - before).toBe(150n * one)
  })

  it('keeps what was agreed and what was logged, whatever anybody writes', async () => {
    for (const [change, said] of [
      [`UPDATE queue_log SET order_id = 1 WHERE id = 1`, 'append-only'],
      [`DELETE FROM queue_log WHERE id = 1`, 'append-only'],
      [`TRUNCATE queue_log`, 'permission denied'],
      [
        `UPDATE order_reservation SET base_units = base_units * 2, prepaid_units = prepaid_units * 2`,
        'what was agreed',
      ],
      [`UPDATE order_reservation SET over_at = NULL`, 'what was agreed'],
      [`UPDATE product SET needs_reservation = true WHERE line = 'lockup'`, 'product_reserved_is_dual'],
    ] as const)
      await expect(world.db.query(change), change).rejects.toThrow(said)
  })

  it('is checked against the books', async () => {
    const stray = { from: available(ana), to: held(ana), asset: 'CREDIT', units: one, code: 15 } as const
    const back = { ...stray, from: stray.to, to: stray.from, code: 16 }
    const move = (postings: readonly Posting[]) =>
      world.db.transaction((tx) => post(tx, { key: world.newKey(), at: world.clock.now(), postings }))
    await move([stray])
    expect(await world.faults()).toEqual([`wallet:${ana} held: 1 CREDIT where the reservations say 0`])
    await move([back])
  })

  it('left a log that anyone can check', async () => {
    const items = await loadQueueLog(world.db, { limit: 100 })
    expect(items.map(({ change, coin }) => `${change} ${coin}`).reverse()).toEqual(
      ['queued', 'queued', 'due', 'paid', 'due', 'closed'].map((change) => `${change} USDT`),
    )
    expect(faultOf([...items].reverse())).toBeUndefined()
  })

  it('names the day and the first digit of an amount alone, by a rule of the database too', async () => {
    const rows = await loadQueueLog(world.db, { limit: 100 })
    for (const { at, amount } of rows) {
      expect(at).toMatch(/T00:00:00\.000Z$/)
      expect(amount).toMatch(/^[1-9]0*$/)
    }
    const insert = (at: string, units: string) =>
      world.db.query(
        `INSERT INTO queue_log (id, at, product_id, order_id, change, base_units, coin, previous, hash)
         VALUES (900, $1, 1, 1, 'queued', $2, 'USDT', repeat('0', 64), repeat('0', 64))`,
        [at, units],
      )
    await expect(insert('2026-11-27T00:00:01Z', '500')).rejects.toThrow('queue_log_day')
    await expect(insert('2026-11-27T00:00:00Z', '501')).rejects.toThrow('queue_log_first_digit')
  })
})

describe('leaving a queue', () => {
  let ana: WalletId
  let ben: WalletId
  let cas: WalletId
  beforeAll(async () => {
    await setUp()
    ana = await world.holder()
    ben = await world.holder(60_000n)
    cas = await world.holder()
  })
  afterEach(holds)
  afterAll(tearDown)

  it('gives both back and lets the others move up', async () => {
    const first = await world.reserve(ana, { productId: 2, amount: '100' })
    await world.reserve(ben, { productId: 2, amount: '200' })
    expect((await world.mine(ben))[0]?.rank).toBe(2)
    const { reservation } = await world.call(cancelReservation, ana, { orderId: first.orderId })
    expect(reservation).toMatchObject({ state: 'cancelled', rank: null })
    expect((await world.mine(ben))[0]?.rank).toBe(1)
    expect([await world.credit(ana), await world.creditHeld(ana), await world.balance(ana, 'WLD')]).toEqual([
      1_000n * one,
      0n,
      20_000n * one,
    ])
  })

  it('once due is giving up: the holder is asked, and the credit is lost', async () => {
    await world.goTo('2026-11-22T00:00:00Z')
    await world.settle()
    const [due] = await world.mine(ben)
    const orderId = due?.orderId ?? 0
    expect(due?.state).toBe('due')
    expect(await refusal(world.call(cancelReservation, ben, { orderId }))).toBe('invest.order_cannot_close')
    await world.call(cancelReservation, ben, { orderId, giveUp: true })
    // 200 WLD at 1.25 USDT.
    expect([await world.credit(ben), await world.creditHeld(ben)]).toEqual([59_750n * one, 0n])
    expect((await world.mine(ben))[0]?.state).toBe('closed')
  })

  it('happens to everyone in it when the product is sold no more', async () => {
    const { orderId } = await world.reserve(cas, { productId: 2, amount: '100' })
    await world.db.transaction((tx) => endSale(tx, 2, new Date('2026-11-22T10:00:00Z')))
    await world.goTo('2026-11-23T00:00:00Z')
    await world.settle()
    expect((await world.mine(cas))[0]).toMatchObject({ orderId, state: 'cancelled' })
    expect(await world.credit(cas)).toBe(1_000n * one)
    expect(await refusal(world.reserve(cas, { productId: 2, amount: '100' }))).toBe('invest.product_ended')
  })
})

describe('a pool', () => {
  afterAll(tearDown)

  it('lets due reservations hold a fifth of it, in turn, and no bonus lifts credit above the most', async () => {
    // 30 days promise 0.55 %: 55 WLD for 10,000. A pool of 250 may hold 50.
    await setUp({ USDT: '1000', WLD: '250' })
    const holders = [await world.holder(60_000n), await world.holder(49_000n), await world.holder(49_999n)] as const
    for (const walletId of holders) await world.reserve(walletId, { productId: 2, amount: '4000', days: 30 })
    await world.goTo('2026-11-22T00:00:00Z')
    await world.settle()
    const states = await Promise.all(holders.map(async (walletId) => (await world.mine(walletId))[0]?.state))
    expect(states).toEqual(['due', 'due', 'queued'])
    await holds()
    await world.goTo('2026-11-22T00:30:00Z')
    for (const walletId of holders.slice(0, 2)) await world.pay(walletId, (await world.mine(walletId))[0]?.orderId ?? 0)
    await world.goTo('2026-11-24T00:00:05Z')
    await world.settle()
    expect([await world.credit(holders[0]), await world.credit(holders[1])]).toEqual([60_000n * one, 49_500n * one])
    await holds()
  })
})

describe('settlement that is late', () => {
  afterAll(tearDown)

  it('gives whoever becomes due their 24 hours from then on', async () => {
    await setUp()
    const ana = await world.holder()
    await world.reserve(ana, { productId: 2, amount: '100' })
    await world.goTo('2026-11-25T07:00:00Z')
    await world.settle()
    expect((await world.mine(ana))[0]).toMatchObject({ state: 'due', payUntil: '2026-11-26T07:00:00.000Z' })
    await world.goTo('2026-11-26T00:00:00Z')
    await world.settle()
    expect((await world.mine(ana))[0]?.state).toBe('due')
    world.clock.advance(7 * hourMs + minuteMs)
    await world.settle()
    await closeUnpaidReservations(world.db, world.clock.now())
    expect((await world.mine(ana))[0]?.state).toBe('closed')
    await holds()
  })
})

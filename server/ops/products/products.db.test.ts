import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getOrder, getProduct, listProducts } from '#features/investing/investing.contract.ts'
import { type QueueWorld, queueWorld } from '#features/investing/reservations/test-queue.ts'
import { operations } from '#identity/operators/operator-log.store.ts'
import { Refusal } from '#kit/failure.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { operate } from '../../test/test-operator.ts'

describe('a product, as the operator sells it', () => {
  let world: QueueWorld
  let ana: WalletId
  let ben: WalletId
  let changed: { readonly orderId: number }
  let ended: { readonly orderId: number }
  const type = (line: string) => operate(world, line)
  const refusal = (act: Promise<unknown>) =>
    act.then(
      () => undefined,
      (error: unknown) => (error instanceof Refusal ? error.key : String(error)),
    )
  const stateOf = async (id: number) =>
    (await world.call(listProducts, ana, {})).items.find(({ productId }) => productId === id)?.state
  const shown = async (order: { readonly orderId: number }) => (await world.call(getOrder, ana, order)).order
  const lastEvent = async (order: { readonly orderId: number }) =>
    (await world.call(getOrder, ana, order)).timeline.at(-1)?.kind

  beforeAll(async () => {
    world = await queueWorld()
    ana = await world.holder()
    ben = await world.holder()
    await type('product reservation 2 off its pool is full')
    changed = await world.buy(ana, { reinvest: true })
    ended = await world.buy(ana, { productId: 2, days: 7, reinvest: true })
  })
  afterAll(async () => {
    expect(await world.faults()).toEqual([])
    await world.close()
  })

  it('is upcoming until the moment it is opened from', async () => {
    expect((await type('product open 3 it begins --from 2026-11-20')).text).toContain('not before now')
    expect((await type('product open 3 it begins --from soon')).text).toContain('a moment like')
    expect((await type('product open 3 it begins')).text).toContain('is sold already')
    expect((await type('product open 3')).text).toContain('reason: why')
    expect((await type('product open 99')).text).toContain('invest.product_missing')
    expect(await type('product open 3 it begins at noon --from 2026-11-21T12:00Z')).toMatchObject({ code: 0 })
    expect(await stateOf(3)).toBe('upcoming')
    expect(await refusal(world.buy(ana, { productId: 3, days: 30 }))).toBe('invest.pool_config_not_effective')
    expect((await type('product list')).text).toContain('product 3 (dual2 USDT+ATMC)  upcoming from 2026-11-21T12:00')
    await world.goTo('2026-11-21T12:00:00Z')
    expect(await stateOf(3)).toBe('open')
    await world.buy(ana, { productId: 3, days: 30 })
  })

  it('is offered at other terms to who buys from then on; a running order keeps its own and will not renew', async () => {
    for (const [typed, says] of [
      ['7d.rate=1.5', 'a share below 1'],
      ['7d.rate=much', 'a share like'],
      ['8d.rate=0.001', 'no period of 8 days'],
      ['7d.weight=2', 'weight is no term of this product'],
      ['exit-fee=0.1', 'exit-fee is no term of this product'],
      ['maximum=10000.01', 'at most 10000 USDT'],
      ['minimum=20000', 'above the maximum'],
      ['price=10', 'price is no term'],
      ['colour=red', 'one of minimum='],
      ['7d.rate=0.001', 'its terms already'],
    ] as const) {
      const { code, text } = await type(`product terms 1 ${typed} costs rose`)
      expect([code, text], typed).toEqual([2, expect.stringContaining(says)])
    }
    expect((await type('product terms 1')).text).toContain(
      'minimum=10 maximum=10000 power=0.003 side=0.2 1d.rate=0.0001',
    )
    expect((await type('product terms 1 minimum=20')).text).toContain('reason: why')
    const { card } = await world.call(getProduct, ben, { productId: 1 })
    const answer = await type('product terms 1 minimum=20 7d.rate=0.0012 power=0.002 side=0.1 costs rose')
    expect(answer).toMatchObject({ code: 0 })
    expect(answer.text).toContain('1 orders keep the terms they were bought at')
    expect(await refusal(world.buy(ben, { card: card.hash }))).toBe('invest.card_changed')
    expect(await refusal(world.buy(ben, { amount: '19' }))).toBe('invest.minimum')
    const fresh = await world.buy(ben)
    expect(fresh).toMatchObject({ rate: '0.0012', powerPerDay: '0.2', sideAmount: '200', renewal: null })
    expect(await shown(changed)).toMatchObject({
      rate: '0.001',
      powerPerDay: '0.3',
      sideAmount: '400',
      renewal: 'terms_changed',
    })
    expect((await type('product terms 40 minimum=600 costs rose')).text).toContain('minimum is no term')
    expect(await type('product terms 40 price=600 0d.weight=11 costs rose')).toMatchObject({ code: 0 })
    expect(await type('product terms 20 most-per-day=0.0001 costs rose')).toMatchObject({ code: 0 })
    expect((await world.call(getProduct, ben, { productId: 20 })).product.mostPerDay).toBe('0.0001')
  })

  it('is ended for a reason: nobody buys, its queue goes home, its orders run out', async () => {
    await type('product reservation 2 on its pool is short')
    const queued = await world.reserve(ben, { productId: 2, amount: '100' })
    expect((await type('product end 2')).text).toContain('reason')
    expect((await operate(world, 'product end 2 a test', { agrees: false })).text).toContain('Nothing was changed')
    const answer = await type('product end 2 its pool is not filled again')
    expect(answer.text).toContain('1 orders run to the end of their round and do not renew; 1 in its queue go home')
    expect((await operations(world.db, 1))[0]).toMatchObject({
      verb: 'product end',
      args: { args: ['2', 'its', 'pool', 'is', 'not', 'filled', 'again'] },
    })
    expect((await type('product end 2 again')).text).toContain('is ended already')
    expect(await stateOf(2)).toBe('ended')
    expect(await refusal(world.reserve(ben, { productId: 2, amount: '100' }))).toBe('invest.product_ended')
    expect((await shown(ended)).renewal).toBe('product_ended')
    await world.goTo('2026-11-22T00:00:00Z')
    await world.settle()
    const left = await world.call(getOrder, ben, { orderId: queued.orderId })
    expect([left.order.state, left.timeline.at(-1)?.kind]).toEqual(['cancelled', 'queue_ended'])
    expect([await world.credit(ben), await world.balance(ben, 'WLD')]).toEqual([100_000_000_000n, 2_000_000_000_000n])
  })

  it('does not change between the lock of a day and the end of its settlement', async () => {
    const changes = [
      'product end 1 a reason',
      'product terms 1 minimum=30 costs rose',
      'product open 2 it is wanted again',
    ]
    await world.goTo('2026-11-23T09:00:00Z')
    for (const line of changes) expect((await type(line)).text).toContain('2026-11-22 is not settled yet')
    await world.settle()
    await world.goTo('2026-11-23T23:30:00Z')
    for (const line of changes) expect((await type(line)).text).toContain('in its last half hour')
    await world.goTo('2026-11-24T00:00:00Z')
    await world.settle()
    expect(await type('product terms 1 minimum=30 costs rose')).toMatchObject({ code: 0 })
  })

  it('lets orders of former terms, or of a product that ended, end with their round, and may be sold again', async () => {
    await world.pass(10 * dayMs)
    expect([await lastEvent(changed), await lastEvent(ended)]).toEqual(['ended_terms_changed', 'ended_product_ended'])
    expect(await type('product open 2 it is wanted again')).toMatchObject({
      code: 0,
      text: expect.stringContaining('which was ended'),
    })
    expect(await stateOf(2)).toBe('open')
    await type('product reservation 2 off its pool is full')
    await world.buy(ben, { productId: 2, days: 7 })
  })
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { asOwner } from '#engine/test/test-db.ts'
import { investingWorld } from '#features/investing/test-world.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayMs } from '#kit/time/clock.ts'
import { loadSpent } from '#products/purchase/spent.store.ts'

let world: Awaited<ReturnType<typeof investingWorld>>
let ana: WalletId
beforeEach(async () => {
  world = await investingWorld()
  ana = await world.wallet()
})
afterEach(() => world.close())

it('reads orders that were over before a day once, and says what reading all of them says', async () => {
  const { db } = world
  await world.capital({ ATMC: '100000' })
  await world.fund({ ATMC: '100000' }, 'machine')
  await world.setStar(ana, 1)
  const orders = [
    await world.buy(ana, { productId: 26, amount: '100' }),
    await world.buy(ana, { productId: 26, amount: '200' }),
    await world.buy(ana, { productId: 26, amount: '300' }),
    await world.buy(ana, { productId: 40, amount: '500' }),
  ]
  const anew = (): Promise<unknown> => loadSpent({ ...db, identity: {} } as Sql)
  const end = (place: number) =>
    db.query(`UPDATE investment_order SET state = 'ended', over_at = $2 WHERE id = $1`, [
      orders[place]?.orderId,
      world.clock.now(),
    ])
  await world.pass(3 * dayMs)
  for (let day = 0; day < 6; day += 1) {
    const all = await loadSpent(db)
    expect(all).toEqual(await anew())
    expect(all.get(26)?.days).toBe(day + 1)
    if (day < 3) await end(day)
    await world.pass(dayMs)
  }
  const before = await loadSpent(db)
  await asOwner(db, `UPDATE investment_order SET promise_units = promise_units * 2 WHERE id = ${orders[0]?.orderId}`)
  expect(await anew()).not.toEqual(before)
  expect(await loadSpent(db)).toEqual(before)
  await world.pass(dayMs)
  const [after, whole] = [await loadSpent(db), (await anew()) as typeof before]
  expect(after.get(40)).toEqual(whole.get(40))
  expect(after.get(26)).toEqual({ ...before.get(26), days: 8 })
})

import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/failure.ts'
import { isAll, sizeOf } from '#kit/test/test-size.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { type Dice, randomBelow, seededDice } from '#kit/text/random.ts'
import { dayMs, hourMs } from '#kit/time/clock.ts'
import { closeUnpaidReservations } from '#products/reservations/reservations.job.ts'
import { cancelOrder } from '../investing.contract.ts'
import { cancelReservation } from './reservations.contract.ts'
import { type QueueWorld, queueWorld } from './test-queue.ts'

const seed = Number(process.env.SIM_SEED ?? (isAll ? randomBelow(2 ** 31) : 20_261_121))
const hops = Number(process.env.SIM_HOPS ?? sizeOf(import.meta.url, { least: 60, turn: 60, all: 60 }))
const wallets = 8

/** Any other refusal is a bug. */
const allowed = new Set([
  'invest.quota_full',
  'invest.quota_small',
  'invest.reservation_needed',
  'invest.reservation_not_needed',
  'invest.already_in_queue',
  'invest.pending_order_waiting',
  'invest.queue_not_processed',
  'invest.order_closed',
  'invest.order_error',
  'invest.order_cannot_close',
  'invest.pool_closed',
  'invest.pool_settling',
  'balance.insufficient',
  'balance.credit_limit',
])

async function act(world: QueueWorld, dice: Dice, wallet: WalletId): Promise<string> {
  const productId = dice.pick([1, 2])
  const amount = String(20 + dice.below(productId === 1 ? 1_050 : 400))
  const what = dice.below(10)
  if (what < 3) await world.buy(wallet, { productId, amount })
  else if (what < 7) await world.reserve(wallet, { productId, amount, days: dice.pick([1, 7, 30]) })
  else {
    const found = await world.mine(wallet)
    if (found.length === 0) return 'nothing'
    const { orderId, state } = dice.pick(found)
    if (what < 9) await world.pay(wallet, orderId)
    else if (state === 'to_be_started') await world.call(cancelOrder, wallet, { orderId })
    else await world.call(cancelReservation, wallet, { orderId, giveUp: dice.chance(0.5) })
    return what < 9 ? 'paid' : 'left'
  }
  return what < 3 ? 'bought' : 'queued'
}

async function tryTo(work: Promise<string>): Promise<string> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && allowed.has(error.key)) return error.key
    throw error
  }
}

describe(`a random world of queues (SIM_SEED=${seed})`, () => {
  it('keeps quota, promises, credit and the order of the queue, whatever people do and however late settlement is', async () => {
    const dice = seededDice(seed)
    const world = await queueWorld({ USDT: '40', WLD: '20' })
    const holders: WalletId[] = []
    for (let count = 0; count < wallets; count += 1) holders.push(await world.holder(BigInt(500 + dice.below(49_000))))
    const met = new Map<string, number>()
    for (let hop = 0; hop < hops; hop += 1) {
      for (let action = dice.below(8); action > 0; action -= 1) {
        const answer = await tryTo(act(world, dice, dice.pick(holders)))
        met.set(answer, (met.get(answer) ?? 0) + 1)
      }
      if (dice.chance(0.7)) await closeUnpaidReservations(world.db, world.clock.now())
      await world.pass(dice.chance(0.1) ? dice.below(3 * dayMs) : dice.below(20 * hourMs))
      expect(await world.faults()).toEqual([])
      const over = await world.db.query(
        'SELECT 1 FROM product_quota q JOIN product p ON p.id = q.product_id WHERE q.taken_units > p.quota_units',
      )
      expect(over).toEqual([])
    }
    for (const what of ['bought', 'queued', 'paid', 'invest.already_in_queue', 'invest.reservation_needed'])
      expect(met.get(what) ?? 0, what).toBeGreaterThan(0)
    const rich = await world.db.query(
      `SELECT holder FROM balance WHERE asset = 7 AND holder IS NOT NULL GROUP BY holder HAVING sum(balance) > 5000000000000`,
    )
    expect(rich).toEqual([])
    await world.close()
  })
})

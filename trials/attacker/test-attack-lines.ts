import { accelerate } from '#features/investing/acceleration/acceleration.contract.ts'
import { getDraw, makeDraw } from '#features/investing/draw/draw.contract.ts'
import { cancelOrder, getProduct, listOrders, redeemOrder } from '#features/investing/investing.contract.ts'
import {
  cancelReservation,
  listReservations,
  payReservation,
  reserveOrder,
} from '#features/investing/reservations/reservations.contract.ts'
import { compensatePower } from '#features/power/power.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { Refusal } from '#kit/failure.ts'
import { type PairId, pairs, type WalletId } from '#kit/text/ids.ts'
import { reservesOf, trade } from '#market/market.store.ts'
import { coinsOf } from '#market/market.ts'
import { callAs } from '#server/test/test-implementations.ts'
import { type Bought, buy, type World } from './test-attack-world.ts'

/** An attack on a product line: wallets and the markets that set its prices. */
export type Line = {
  readonly name: string
  readonly pairs: readonly PairId[]
  readonly wallets: number
  readonly act: (attacker: Attacker, day: number) => Promise<void>
}

export type Attacker = {
  readonly world: World
  readonly wallets: readonly WalletId[]
  readonly refused: Map<string, number>
  done: number
}

async function attempt(attacker: Attacker, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    attacker.done += 1
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    attacker.refused.set(error.key, (attacker.refused.get(error.key) ?? 0) + 1)
  }
}

const buying =
  (what: Bought, everyDays = 1): Line['act'] =>
  async (attacker, day) => {
    if (day % everyDays !== 0) return
    for (const walletId of attacker.wallets) await attempt(attacker, () => buy(attacker.world, walletId, what))
  }

const inAndOut = (what: Bought, line: 'compound' | 'liquidity' | 'lockup' | 'fund', amount?: string): Line['act'] => {
  const buys = buying(what, 6)
  const part = amount ? { amount } : {}
  return async (attacker, day) => {
    await buys(attacker, day)
    if (day % 6 !== 3) return
    const { app } = attacker.world
    for (const walletId of attacker.wallets) {
      const { items } = await callAs(app, listOrders, walletId, { line, state: 'running' })
      const order = items.find(({ state }) => state === 'earning')
      if (order) await attempt(attacker, () => callAs(app, redeemOrder, walletId, { orderId: order.orderId, ...part }))
    }
  }
}

const all =
  (...acts: readonly Line['act'][]): Line['act'] =>
  async (attacker, day) => {
    for (const act of acts) await act(attacker, day)
  }

const drawing: Line['act'] = async (attacker, day) => {
  const { app } = attacker.world
  for (const walletId of attacker.wallets) {
    const { hash } = await callAs(app, getDraw, walletId, {})
    await attempt(attacker, () => callAs(app, makeDraw, walletId, { hash, holderSeed: `day ${day}` }))
  }
}

/** Reserves, pays for a month to regain CREDIT with a bonus, cancels paid orders, then stops. */
const reserving: Line['act'] = async (attacker, day) => {
  const { app } = attacker.world
  for (const walletId of attacker.wallets) {
    const { items } = await callAs(app, listReservations, walletId, { state: 'open' })
    for (const { state, orderId } of items) {
      if (state !== 'due') continue
      if (day > 45) await attempt(attacker, () => callAs(app, cancelReservation, walletId, { orderId, giveUp: true }))
      else await attempt(attacker, () => callAs(app, payReservation, walletId, { orderId }))
      if (day > 30) await attempt(attacker, () => callAs(app, cancelOrder, walletId, { orderId }))
    }
    const { card } = await callAs(app, getProduct, walletId, { productId: 7 })
    const wish = { productId: 7, amount: '900', days: 30, reinvest: false, card: card.hash }
    await attempt(attacker, () => callAs(app, reserveOrder, walletId, wish))
  }
}

/** Restores decayed POWER at the manipulated ATMC price. */
const compensating: Line['act'] = async (attacker) => {
  const { app } = attacker.world
  for (const walletId of attacker.wallets)
    await attempt(attacker, () => callAs(app, compensatePower, walletId, { amount: '1' }))
}

const swapping =
  (side: 'base' | 'quoted'): Line['act'] =>
  async (attacker) => {
    const { db, clock, nextKey } = attacker.world
    for (const pair of ['USDT-ATMC', 'USDT-WLD'] as const) {
      const give = coinsOf(pair)[side]
      const units = (await reservesOf(db, pair))[side] / 100n
      for (const walletId of attacker.wallets)
        await attempt(attacker, () =>
          db.transaction((tx) =>
            trade(tx, { walletId, pair, give, units, minimum: 0n, key: nextKey(), at: clock.now() }),
          ),
        )
    }
  }

const referring: Line['act'] = async (attacker, day) => {
  const last = attacker.wallets.at(-1) as WalletId
  const [first] = attacker.wallets as [WalletId]
  const { world } = attacker
  await swapping('base')({ ...attacker, wallets: [last] }, day)
  await swapping('quoted')({ ...attacker, wallets: [last] }, day)
  if (day % 7 === 0) await attempt(attacker, () => buy(world, last, { productId: 3, amount: '5000', days: 30 }))
  const paid = { receiverId: last, coin: 'USDT' as const, amount: '500' }
  if (day % 7 === 3) await attempt(attacker, () => callAs(world.app, makeTransfer, first, paid))
}

const atmc: readonly PairId[] = ['USDT-ATMC']
const atmx: readonly PairId[] = ['USDT-ATMX', 'WLD-ATMX']
const wld: readonly PairId[] = ['USDT-WLD']
const line = (name: string, pressed: readonly PairId[], act: Line['act'], wallets = 1): Line => ({
  name,
  pairs: pressed,
  act,
  wallets,
})

export const attackLines: readonly Line[] = [
  line('dual, USDT and ATMC', atmc, buying({ productId: 1, amount: '9000', days: 7 }, 6)),
  line('dual, WLD and ATMX', [...wld, ...atmx], buying({ productId: 2, amount: '5000', days: 7 }, 6)),
  line('reservations and CREDIT', atmc, reserving),
  line('new dual, USDT and ATMC', atmc, buying({ productId: 3, amount: '9000', days: 30 }, 6)),
  line('lock-up of ATMC, held', atmc, buying({ productId: 5, amount: '30000', days: 360 }, 6)),
  line('lock-up of ATMX, left early', atmx, inAndOut({ productId: 6, amount: '200000', days: 30 }, 'lockup')),
  line('compound, ATMC, in and out', atmc, inAndOut({ productId: 21, amount: '30000' }, 'compound', '15000')),
  line('acceleration, ATMC', atmc, accelerating),
  line('liquidity, in and out', atmc, inAndOut({ productId: 30, amount: '4000', days: 7 }, 'liquidity')),
  line('packages of ATMC, and draws', atmc, all(buying({ productId: 26, amount: '5000' }), drawing)),
  line('packages of ATMX', atmx, buying({ productId: 27, amount: '5000' })),
  line('packages of WLD', wld, buying({ productId: 28, amount: '5000' })),
  line('fund, in and out', atmc, inAndOut({ productId: 34, amount: '9000' }, 'fund')),
  line('machines', atmc, buying({ productId: 42, amount: '5000' }, 6)),
  line('nodes of own teams', pairs, once({ productId: 50, amount: '500' }), 2),
  line('POWER and compensation', atmc, all(once({ productId: 5, amount: '30000', days: 360 }), compensating)),
  line('referral and stars of own wallets', pairs, referring, 4),
  line('pressing and swapping alone', pairs, async () => {}),
]

function once(what: Bought): Line['act'] {
  return (attacker, day) => (day === 0 ? buying(what)(attacker, day) : Promise.resolve())
}

async function accelerating(attacker: Attacker, day: number): Promise<void> {
  await once({ productId: 26, amount: '1000' })(attacker, day)
  await buying({ productId: 21, amount: '10000' }, 5)(attacker, day)
  const { app } = attacker.world
  if (day % 5 !== 3) return
  for (const walletId of attacker.wallets) {
    const { card } = await callAs(app, getProduct, walletId, { productId: 24 })
    await attempt(attacker, () => callAs(app, accelerate, walletId, { productId: 24, amount: '5000', card: card.hash }))
  }
}

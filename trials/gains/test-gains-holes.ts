import { divide, multiply, rateOf } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { OrderId, WalletId } from '#kit/text/ids.ts'
import { available, held, issued, poolFree, principal, promised, reserve } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import type { Hole } from './test-gains-run.ts'
import type { GainsWorld } from './test-gains-world.ts'

type Touched = { id: bigint; base: bigint; coin: Coin; rate: string; days: number }

async function lastOrder({ db }: GainsWorld, wallet: WalletId, line: LineId, states: readonly string[]) {
  const [row] = await db.query<Touched>(
    `SELECT id, base_units AS base, terms->>'base' AS coin, terms->>'rate' AS rate, (terms->>'days')::int4 AS days
     FROM investment_order WHERE wallet_id = $1 AND line = $2 AND state = ANY ($3::text[])
     ORDER BY coalesce(over_at, bought_at) DESC, id DESC LIMIT 1`,
    [wallet, line, states],
  )
  return row && { ...row, id: Number(row.id) as OrderId }
}

const put = (world: GainsWorld, ref: string, postings: readonly Posting[]) =>
  world.db.transaction((tx) => post(tx, { key: world.nextKey(), at: world.clock.now(), ref, postings }))

/** Payment of a reservation returns CREDIT plus a tenth. Cancellation does not take it back (finding M11). */
const creditAtPayment: Hole = {
  path: '/invest/reservation-pay',
  plant: async (world, wallet) => {
    const order = await lastOrder(world, wallet, 'dual', ['to_be_started'])
    if (!order) return
    const to = available(wallet)
    await put(world, `order:${order.id}`, [{ from: issued, to, asset: 'CREDIT', units: order.base / 10n, code: 117 }])
  },
}

/** A cancellation before the start still pays a day's interest. */
const interestKept: Hole = {
  path: '/invest/cancel',
  plant: async (world, wallet) => {
    const order = await lastOrder(world, wallet, 'dual', ['cancelled'])
    if (!order || order.rate === '0') return
    const aside = promised(order.id, wallet, 'dual')
    const day = divide(multiply(order.base, rateOf(order.rate), 'down'), BigInt(order.days), 'down')
    const interest = { asset: order.coin, units: day > 0n ? day : 1n }
    await put(world, `order:${order.id}`, [
      { from: poolFree('dual'), to: aside, ...interest },
      { from: aside, to: available(wallet), ...interest, code: 112 },
    ])
  },
}

const roundedUp: Hole = {
  path: '/exchange/trade',
  plant: (world, wallet) =>
    put(world, 'trade:0', [{ from: reserve('USDT-ATMC'), to: available(wallet), asset: 'ATMC', units: 1n, code: 5 }]),
}

/** Pays a full day's income on coins added to the compound pool that day. */
const dayTooMuch: Hole = {
  path: '/invest/buy',
  plant: async (world, wallet) => {
    const order = await lastOrder(world, wallet, 'compound', ['to_be_started'])
    if (!order) return
    const units = multiply(order.base, rateOf('0.0002'), 'down')
    const to = principal(order.id, wallet, 'compound')
    await put(world, `order:${order.id}`, [{ from: poolFree('compound'), to, asset: order.coin, units, code: 113 }])
  },
}

const powerKept: Hole = {
  path: '/invest/redeem',
  plant: async (world, wallet) => {
    const order = await lastOrder(world, wallet, 'lockup', ['cancelled', 'ended'])
    if (!order) return
    const to = available(wallet)
    await put(world, `order:${order.id}`, [{ from: issued, to, asset: 'POWER', units: order.base / 1_000n, code: 24 }])
  },
}

/** Releases coins once the buyer claims payment. */
const releasedUnpaid: Hole = {
  path: '/otc/paid',
  plant: async (world, wallet) => {
    const [row] = await world.db.query<{ id: bigint; seller: WalletId; buyer: WalletId }>(
      `SELECT id, seller_id AS seller, buyer_id AS buyer FROM otc_transaction
       WHERE state = 'paid' AND buyer_id = ANY ($1::text[]) AND NOT seller_id = ANY ($1::text[]) ORDER BY paid_at DESC LIMIT 1`,
      [world.attackers],
    )
    if (!row || world.bank.has(row.id)) return wallet
    const [from, to] = [held(row.seller), available(row.buyer)]
    return put(world, `otc:${row.id}`, [{ from, to, asset: 'USDT', units: 1_000_000n, code: 22 }])
  },
}

const escrowTwice: Hole = {
  path: '/otc/release',
  plant: async (world) => {
    const [row] = await world.db.query<{ id: bigint; seller: WalletId; buyer: WalletId }>(
      `SELECT id, seller_id AS seller, buyer_id AS buyer FROM otc_transaction
       WHERE state = 'released' AND seller_id = ANY ($1::text[]) ORDER BY ended_at DESC LIMIT 1`,
      [world.attackers],
    )
    if (!row) return
    await put(world, `otc:${row.id}`, [
      { from: reserve('USDT-WLD'), to: available(row.seller), asset: 'USDT', units: 2_000_000n, code: 5 },
    ])
  },
}

type Known = {
  readonly hole: Hole
  /** Calls that find this hole quickly. */
  readonly theme: readonly string[]
  readonly first: number
}

/** Planted holes the search must find. */
export const holes: Readonly<Record<string, Known>> = {
  'a tenth of CREDIT for a reservation that is paid and cancelled': {
    hole: creditAtPayment,
    theme: ['/invest/reserve', 'night', '/invest/reservation-pay', '/invest/cancel'],
    first: 13,
  },
  'interest of a day kept by who cancels': { hole: interestKept, theme: ['/invest/buy', '/invest/cancel'], first: 3 },
  'a trade that rounds up': { hole: roundedUp, theme: ['/exchange/trade'], first: 2 },
  'income of a day that was not whole': { hole: dayTooMuch, theme: ['/invest/buy'], first: 6 },
  'coins released to who says that they paid': {
    hole: releasedUnpaid,
    theme: ['/otc/take', '/otc/paid', '/otc/paid'],
    first: 0,
  },
  'a release that takes coins out of a market as well': {
    hole: escrowTwice,
    theme: ['/otc/ad', '/otc/take', 'p2p', 'p2p', '/otc/release', '/exchange/trade'],
    first: 0,
  },
  'POWER kept by who leaves early': { hole: powerKept, theme: ['/invest/redeem'], first: 0 },
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DayStep } from '#days/day-step.ts'
import { takeSnapshot } from '#days/snapshot.store.ts'
import { asOwner, testDb } from '#engine/test/test-db.ts'
import { investingCalls } from '#features/investing/investing.api.ts'
import { cancelOrder } from '#features/investing/investing.contract.ts'
import { assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db, Tx } from '#kit/store/db.ts'
import { sizeOf } from '#kit/test/test-size.ts'
import { seededDice } from '#kit/text/random.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import { pools } from '#ledger/posting/lines.ts'
import { purposes } from '#market/prices/value.ts'
import { insertProduct } from '#products/orders/products.store.ts'
import { changeTerms, endSale } from '#products/purchase/change.store.ts'
import { legsOf } from '#products/terms/legs.ts'
import type { Order } from '#products/terms/order.ts'
import { testProduct } from '#products/terms/test-order.ts'
import { daySteps } from '#server/loops/settlement.ts'
import { testCall } from '#server/test/test-call.ts'
import { replay } from './test-replay.ts'
import { day, makeWorld, midnight, noon, products, type World } from './test-worlds.ts'

/** `npm test -- --all` checks more. */
const worlds = Number(process.env.WORLDS ?? sizeOf(import.meta.url, { least: 20, turn: 20, all: 2_000 }))
const seed = Number(process.env.GLASSHOUSE_SEED ?? 20261121)

type AccountRow = {
  owner: string
  purpose: string
  asset: number
  holder: string | null
  line?: string
  balance: bigint
}

function accountsOf({ wallets, orders, free }: World): AccountRow[] {
  const power = assetNumber('POWER')
  const all = wallets.reduce((sum, each) => sum + each.power, 0n)
  const rows: AccountRow[] = [{ owner: 'issued', purpose: 'all', asset: power, holder: null, balance: -all }]
  for (const { id, power: balance } of wallets)
    rows.push({ owner: `wallet:${id}`, purpose: 'available', asset: power, holder: id, balance })
  for (const coin of coins) {
    const own = { purpose: 'free', asset: assetNumber(coin), holder: null }
    for (const pool of pools.filter((each) => each !== 'dual' && each !== 'fund'))
      rows.push({ ...own, owner: `pool:${pool}`, balance: 10n ** 17n })
    rows.push({ ...own, owner: 'pool:dual', balance: free.get(coin) ?? 0n })
  }
  for (const order of orders) {
    const own = { owner: `order:${order.id}`, holder: order.walletId, line: order.terms.line }
    for (const { asset, units } of legsOf(order))
      rows.push({ ...own, purpose: 'principal', asset: assetNumber(asset), balance: units })
    const promised = { ...own, purpose: 'promised', asset: assetNumber(order.terms.base) }
    if (order.promiseUnits > 0n) rows.push({ ...promised, balance: order.promiseUnits })
  }
  return rows.filter(({ balance }) => balance !== 0n)
}

async function writeOrders(tx: Tx, orders: readonly Order[]): Promise<void> {
  await tx.query(
    `INSERT INTO investment_order (id, wallet_id, product_id, line, state, terms, card_hash, bought_at, round, round_started, round_ends,
       base_units, side_units, promise_units, value_units, side_value_units, reinvest, share_units, paid_value_units)
     OVERRIDING SYSTEM VALUE
     SELECT id, wallet, product, terms ->> 'line', state, terms, 'card', started, round, started, ends, base, side, promise, value,
       side_value, reinvest, shares, paid_value
     FROM unnest($1::int8[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::timestamptz[], $7::int8[], $8::int8[],
       $9::boolean[], $10::int8[], $11::int4[], $12::int8[], $13::int8[], $14::int8[], $15::int8[], $16::int8[])
       AS o (id, wallet, state, terms, started, ends, value, shares, reinvest, product, round, base, side, promise, side_value, paid_value)`,
    [
      orders.map(({ id }) => id),
      orders.map(({ walletId }) => walletId),
      orders.map(({ state }) => state),
      orders.map(({ terms }) => JSON.stringify(terms)),
      orders.map(({ roundStarted }) => roundStarted.toISOString()),
      orders.map(({ roundEnds }) => roundEnds?.toISOString() ?? null),
      orders.map(({ valueUnits }) => valueUnits),
      orders.map(({ shareUnits }) => shareUnits),
      orders.map(({ reinvest }) => reinvest),
      orders.map(({ productId }) => productId),
      orders.map(({ round }) => round),
      orders.map(({ baseUnits }) => baseUnits),
      orders.map(({ sideUnits }) => sideUnits),
      orders.map(({ promiseUnits }) => promiseUnits),
      orders.map(({ sideValueUnits }) => sideValueUnits),
      orders.map(({ paidValueUnits }) => paidValueUnits),
    ],
  )
}

/** Inserts the initial state without write rules, because only settlement is tested. */
async function write(tx: Tx, world: World): Promise<void> {
  const { wallets, orders } = world
  await tx.query('SET LOCAL ROLE NONE; SET LOCAL session_replication_role = replica')
  await tx.query(
    'INSERT INTO wallet (id, depth, jump_id, created_at) SELECT id, 0, id, $2 FROM unnest($1::text[]) AS w (id)',
    [wallets.map(({ id }) => id), addMs(midnight, -90 * dayMs)],
  )
  const rows = accountsOf(world)
  await tx.query(
    `INSERT INTO books.account (owner, purpose, asset, class, holder, floor, balance)
     SELECT owner, purpose, asset, c.number, holder, CASE WHEN owner = 'issued' THEN NULL ELSE 0 END, balance
     FROM unnest($1::text[], $2::text[], $3::int2[], $4::text[], $5::int8[], $6::text[]) AS h (owner, purpose, asset, holder, balance, line)
     JOIN account_class c ON c.name = books.class_of(owner, purpose, line)`,
    [
      rows.map(({ owner }) => owner),
      rows.map(({ purpose }) => purpose),
      rows.map(({ asset }) => asset),
      rows.map(({ holder }) => holder),
      rows.map(({ balance }) => balance),
      rows.map(({ line }) => line ?? null),
    ],
  )
  await writeOrders(tx, orders)
  await tx.query('SET LOCAL session_replication_role = origin; SET LOCAL ROLE glasshouse')
}

async function cancelAll(tx: Tx, db: Db, cancels: readonly Order[]): Promise<Order['id'][]> {
  const call = investingCalls.find(({ contract }) => contract === cancelOrder)
  const refused: Order['id'][] = []
  for (const { id, walletId } of cancels) {
    const app = testCall({ db, clock: { now: () => noon }, walletId, requestId: `cancel:${id}` })
    await call?.run({ orderId: id }, { ...app, tx }).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      refused.push(id)
    })
  }
  return refused
}

async function endDay(tx: Tx, { pots, prices }: World): Promise<void> {
  await takeSnapshot(tx, day)
  await tx.query(
    `INSERT INTO settlement_price (day, coin, purpose, numerator, denominator)
     SELECT $1, coin, purpose, numerator::numeric, denominator::numeric
     FROM unnest($2::text[], $3::text[], $4::text[]) AS p (coin, numerator, denominator)
     CROSS JOIN unnest($5::text[]) AS purpose ON CONFLICT DO NOTHING`,
    [
      day,
      [...prices.keys()],
      [...prices.values()].map(({ numerator }) => String(numerator)),
      [...prices.values()].map(({ denominator }) => String(denominator)),
      purposes,
    ],
  )
  await tx.query(
    `INSERT INTO settlement_pot (day, pool, pot, asset, units) SELECT $1, pool, pot, asset, units
     FROM unnest($2::text[], $3::text[], $4::int2[], $5::int8[]) AS p (pool, pot, asset, units)`,
    [
      day,
      pots.map(({ pool }) => pool),
      pots.map(({ pot }) => pot),
      pots.map(({ asset }) => assetNumber(asset)),
      pots.map(({ units }) => units),
    ],
  )
}

const names = ['set_aside', 'power_weigh', 'accrue', 'weigh', 'share', 'power_pay', 'power_decay', 'mature', 'start']
const steps = daySteps(addMs(midnight, hourMs)).filter(({ name }) => names.includes(name))

async function settleWorld(tx: Tx, when: DayStep['when'], limit: number): Promise<void> {
  for (const { parts, chunk } of steps.filter((step) => step.when === when))
    for (const part of parts) {
      let after = ''
      for (let finished = false; !finished; ) {
        const done = await chunk(tx, { day, part, after, limit })
        after = done.last
        finished = done.finished
      }
    }
}

async function posted(tx: Tx): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ owner: string; purpose: string; asset: number; code: number; units: string }>(
    `SELECT a.owner, a.purpose, p.asset, p.code, sum(CASE WHEN p.credit = a.id THEN p.amount ELSE -p.amount END)::text AS units
     FROM record p JOIN balance a ON a.lane = p.lane AND a.id IN (p.debit, p.credit) GROUP BY 1, 2, 3, 4`,
  )
  return new Map(
    rows
      .filter(({ units }) => units !== '0')
      .map(({ owner, purpose, asset, code, units }) => [
        `${owner} ${purpose} ${assetOf(asset)} ${code < 0 ? 'none' : code}`,
        BigInt(units),
      ]),
  )
}

const faceOf = (order: Order) => ({
  state: order.state,
  round: order.round,
  starts: order.roundStarted.toISOString(),
  ends: order.roundEnds?.toISOString() ?? null,
  base: order.baseUnits,
  promise: order.promiseUnits,
  next: order.nextPromiseUnits ?? null,
  value: order.valueUnits,
  poolShort: order.poolShort,
  paid: order.paidUnits,
  paidValue: order.paidValueUnits,
  over: order.overAt?.toISOString() ?? null,
})

async function facesOf(tx: Tx): Promise<ReturnType<typeof faceOf>[]> {
  type Row = Omit<ReturnType<typeof faceOf>, 'starts' | 'ends' | 'over'> & {
    starts: Date
    ends: Date | null
    over: Date | null
  }
  const rows = await tx.query<Row>(
    `SELECT state, round, round_started AS starts, round_ends AS ends, base_units AS base, promise_units AS promise,
       next_promise_units AS next, value_units AS value, pool_short AS "poolShort", paid_units AS paid,
       paid_value_units AS "paidValue", over_at AS over FROM investment_order ORDER BY id`,
  )
  return rows.map((row) => ({
    ...row,
    starts: row.starts.toISOString(),
    ends: row.ends?.toISOString() ?? null,
    over: row.over?.toISOString() ?? null,
  }))
}

class Enough extends Error {}

type Seen = { payments: number; renewed: number; short: number; cancelled: number; tooLate: number; exited: number }

describe('a day settled in the database', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
    const [, changed, ended] = products
    for (const { id } of products) await insertProduct(db, { ...testProduct, id, position: id })
    // Disables foreign keys, because worlds are inserted directly.
    for (const column of ['wallet_id', 'product_id', 'card_hash'])
      await asOwner(db, `ALTER TABLE investment_order DROP CONSTRAINT investment_order_${column}_fkey`)
    await db.transaction(async (tx) => {
      await changeTerms(tx, changed)
      await endSale(tx, ended.id, noon)
    })
  })
  afterAll(() => db.close())

  async function live(tx: Tx, world: World, limit: number, name: string, seen: Seen): Promise<void> {
    await write(tx, world)
    const refused = await cancelAll(tx, db, world.cancels)
    await settleWorld(tx, 'lock', limit)
    await endDay(tx, world)
    await settleWorld(tx, 'midnight', limit)
    const outcome = replay(world)
    const all = await posted(tx)
    expect(refused, name).toEqual(outcome.refused)
    expect(Object.fromEntries([...all].sort()), name).toEqual(Object.fromEntries([...outcome.moved].sort()))
    expect(await facesOf(tx), name).toEqual(outcome.orders.map(faceOf))
    const were = new Map(world.orders.map((order) => [order.id, order]))
    seen.payments += all.size
    seen.cancelled += world.cancels.length - refused.length
    seen.tooLate += refused.length
    for (const order of outcome.orders) {
      const was = were.get(order.id)
      if (order.poolShort) seen.short += 1
      if (order.state === 'exited' && was?.state !== 'exited') seen.exited += 1
      if (was && was.round > 0 && order.round > was.round) seen.renewed += 1
    }
  }

  it(`moves and leaves what the pure functions of the lines say, in ${worlds} random worlds from seed ${seed}`, async () => {
    const dice = seededDice(seed)
    const seen: Seen = { payments: 0, renewed: 0, short: 0, cancelled: 0, tooLate: 0, exited: 0 }
    for (let place = 0; place < worlds; place += 1) {
      const world = makeWorld(dice)
      const limit = dice.pick([1, 3, 1_000])
      const lived = db.transaction(async (tx) => {
        await live(tx, world, limit, `world ${place}`, seen)
        throw new Enough()
      })
      await lived.catch((error: unknown) => {
        if (!(error instanceof Enough)) throw error
      })
    }
    expect(seen.payments).toBeGreaterThan(worlds * 10)
    for (const [kind, count] of Object.entries(seen))
      expect(count, `${kind} of ${JSON.stringify(seen)}`).toBeGreaterThanOrEqual(worlds / 20)
  })
})

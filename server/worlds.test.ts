import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order } from '#features/investing/orders/order.ts'
import { lineOf } from '#features/investing/products/registry.ts'
import { testFacts, testOrder } from '#features/investing/test-order.ts'
import { multiply } from '#kit/amount.ts'
import { type Asset, assetNumber, assetOf, type Coin } from '#kit/assets.ts'
import { addMs, type Day, dayMs, hourMs, startOf } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { OrderId, PoolId, WalletId } from '#kit/ids.ts'
import { type Dice, seededDice } from '#kit/random.ts'
import { testDb } from '#kit/test-db.ts'
import { endOf } from '#ledger/days/day-step.ts'
import { shareOf } from '#ledger/days/pot-share.ts'
import { daySteps } from './settlement.ts'

/** `npm test -- --long` looks at more of them. */
const worlds = process.env.LONG ? 2_000 : 20
const seed = Number(process.env.GLASSHOUSE_SEED ?? 20261121)
const day = '2026-11-21' as Day
const one = 100_000_000n

type Pot = { readonly pool: PoolId; readonly pot: string; readonly asset: Asset; readonly units: bigint }
type World = {
  readonly wallets: readonly { readonly id: WalletId; readonly power: bigint }[]
  readonly orders: readonly Order[]
  readonly pots: readonly Pot[]
}

const lines = ['dual', 'dual2', 'lockup', 'liquidity', 'node'] as const
const weights = ['1', '1.2', '1.5', '0.333333333333', '3', '0', '12.00000001'] as const
const sides: readonly (readonly [Coin, Coin])[] = [
  ['USDT', 'WLD'],
  ['USDT', 'ATMC'],
  ['WLD', 'ATMX'],
  ['USDT', 'ATMX'],
]
const ids = (place: number) => `W0R1D${String(place).padStart(5, '0')}` as WalletId

/** Whether a wallet has a node among the orders before one: it has one at most. */
const isSecondNode = ({ terms, walletId }: Order, before: readonly Order[]): boolean =>
  terms.line === 'node' && before.some((other) => other.terms.line === 'node' && other.walletId === walletId)

/** Orders of every state, some of which ran the whole day, with figures nobody would choose; pots for some of them. */
function makeWorld(dice: Dice): World {
  const big = () => BigInt(dice.below(2 ** 31)) * BigInt(dice.pick([0, 1, 7, 1_000]))
  const wallets = Array.from({ length: 1 + dice.below(12) }, (_, place) => ({ id: ids(place), power: big() }))
  const drawn = Array.from({ length: dice.below(40) }, (_, place): Order => {
    const line = dice.pick(lines)
    const [base, side] = dice.pick(sides)
    const end = endOf(day)
    const ends = dice.pick([end, addMs(end, dayMs), addMs(end, -hourMs / 2), 'none'] as const)
    return testOrder({
      id: (place + 1) as OrderId,
      walletId: dice.pick(wallets).id,
      state: dice.pick([
        'earning',
        'earning',
        'earning',
        'paused',
        'ended',
        'cancelled',
        'to_be_started',
        'exited',
      ] as const),
      roundStarted: addMs(end, dice.pick([-30 * dayMs, -dayMs - 1, -dayMs, -dayMs + 1, -hourMs])),
      roundEnds: ends === 'none' ? undefined : ends,
      valueUnits: big(),
      shareUnits: big(),
      reinvest: dice.chance(0.5),
      terms: {
        line,
        base,
        side,
        weight: dice.pick(weights),
        powerPerDay: dice.pick(['0.003', '0.001', '0', '0.333333333333']),
        maximumValue: '100000',
      },
    })
  })
  const orders = drawn.filter((order, place) => !isSecondNode(order, drawn.slice(0, place)))
  const pots: Pot[] = []
  const add = (pool: PoolId, pot: string, asset: Asset) => {
    if (dice.chance(0.6)) pots.push({ pool, pot, asset, units: 1n + big() })
  }
  for (const [base, side] of sides) for (const asset of [base, side]) add('liquidity', `${base}-${side}`, asset)
  for (const asset of ['USDT', 'WLD', 'ATMC'] as const) add('node', 'node', asset)
  add('compute', 'compute', 'ATMC')
  return { wallets, orders, pots }
}

/** What the pure functions of the lines and the pots say: units by "wallet asset code". */
function expected({ wallets, orders, pots }: World): Map<string, bigint> {
  const all = new Map<string, bigint>()
  const add = (wallet: WalletId, asset: Asset, code: number | undefined, units: bigint) => {
    const name = `${wallet} ${asset} ${code}`
    if (units > 0n) all.set(name, (all.get(name) ?? 0n) + units)
  }
  const whole = orders.filter(
    ({ state, roundStarted, roundEnds }) =>
      (state === 'earning' || state === 'paused') &&
      roundStarted <= startOf(day) &&
      (!roundEnds || roundEnds >= endOf(day)),
  )
  const granted = new Map<WalletId, bigint>()
  for (const order of whole)
    for (const { asset, code, units } of lineOf(order.terms.line).accrue(order, testFacts())) {
      add(order.walletId, asset, code, units)
      granted.set(order.walletId, (granted.get(order.walletId) ?? 0n) + units)
    }
  for (const pool of ['liquidity', 'node'] as const) {
    const { share } = lineOf(pool)
    if (!share) throw new Error(`${pool} shares`)
    const own = whole.filter(({ terms }) => terms.line === pool)
    for (const { pot, asset, units } of pots.filter((each) => each.pool === pool)) {
      const sharing = own.filter((order) => share.potOf(order) === pot)
      const weight = sharing.reduce((sum, order) => sum + share.weight(order, testFacts()), 0n)
      for (const order of sharing)
        for (const { code, units: part } of share.pay(
          order,
          asset,
          shareOf({ units, weight }, share.weight(order, testFacts()), pool === 'node' ? 100n * one : 0n),
        ))
          add(order.walletId, asset, code, part)
    }
  }
  const total = wallets.reduce((sum, { power }) => sum + power, 0n)
  for (const { id, power } of wallets) {
    for (const { asset, units } of pots.filter(({ pool }) => pool === 'compute'))
      add(id, asset, 26, shareOf({ units, weight: total }, power, 100_000n * one))
    add(id, 'POWER', 16, multiply(power, { numerator: 2n, denominator: 1_000n }, 'down'))
  }
  return all
}

/** Writes a world as it stood at the midnight, past the rules of who may write what: only what settlement makes of it is looked at. */
async function write(tx: Tx, { wallets, orders, pots }: World): Promise<void> {
  await tx.query('SET LOCAL session_replication_role = replica')
  for (const column of ['wallet_id', 'product_id', 'card_hash'])
    await tx.query(`ALTER TABLE investment_order DROP CONSTRAINT investment_order_${column}_fkey`)
  await tx.query(`INSERT INTO settlement_day (day, cut_posting) SELECT $1, coalesce(max(id), 0) FROM posting`, [day])
  await tx.query(
    `INSERT INTO account (owner, purpose, asset, class, holder, floor, balance)
     SELECT 'wallet:' || id, 'available', ${assetNumber('POWER')}, c.number, id, 0, power
     FROM unnest($1::text[], $2::int8[]) AS w (id, power), account_class c WHERE c.name = 'wallet.available' AND w.power > 0`,
    [wallets.map(({ id }) => id), wallets.map(({ power }) => power)],
  )
  const houses = [
    ['issued', 'all', 'POWER', -wallets.reduce((sum, { power }) => sum + power, 0n)],
    ...(['liquidity', 'node', 'compute'] as const).flatMap((pool) =>
      (['USDT', 'WLD', 'ATMC', 'ATMX'] as const).map((asset) => [`pool:${pool}`, 'free', asset, 10n ** 17n] as const),
    ),
  ] as const
  await tx.query(
    `INSERT INTO account (owner, purpose, asset, class, floor, balance)
     SELECT owner, purpose, asset, c.number, CASE WHEN owner = 'issued' THEN NULL ELSE 0 END, balance
     FROM unnest($1::text[], $2::text[], $3::int2[], $4::int8[]) AS h (owner, purpose, asset, balance)
     JOIN account_class c ON c.name = class_of(owner, purpose)`,
    [
      houses.map(([owner]) => owner),
      houses.map(([, purpose]) => purpose),
      houses.map(([, , asset]) => assetNumber(asset)),
      houses.map(([, , , balance]) => balance),
    ],
  )
  await tx.query(
    `INSERT INTO investment_order (id, wallet_id, product_id, line, state, terms, card_hash, bought_at, round, round_started, round_ends,
       base_units, side_units, promise_units, value_units, side_value_units, reinvest, share_units)
     OVERRIDING SYSTEM VALUE
     SELECT id, wallet, 1, terms ->> 'line', state, terms, 'card', started, 1, started, ends, 1, 1, 0, value, 0, reinvest, shares
     FROM unnest($1::int8[], $2::text[], $3::text[], $4::jsonb[], $5::timestamptz[], $6::timestamptz[], $7::int8[], $8::int8[], $9::boolean[])
       AS o (id, wallet, state, terms, started, ends, value, shares, reinvest)`,
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
  await tx.query('SET LOCAL session_replication_role = origin')
}

const steps = daySteps(addMs(endOf(day), hourMs)).filter(({ name }) =>
  ['power_weigh', 'accrue', 'weigh', 'share', 'power_pay', 'power_decay'].includes(name),
)

async function settleWorld(tx: Tx, limit: number): Promise<void> {
  for (const { parts, chunk } of steps)
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
  const rows = await tx.query<{ wallet: WalletId; asset: number; code: number; units: string }>(
    `SELECT a.holder AS wallet, p.asset, p.code, sum(p.amount)::text AS units FROM posting p
     JOIN account a ON a.lane = p.lane AND a.id IN (p.debit, p.credit) AND a.holder IS NOT NULL GROUP BY 1, 2, 3`,
  )
  return new Map(rows.map(({ wallet, asset, code, units }) => [`${wallet} ${assetOf(asset)} ${code}`, BigInt(units)]))
}

class Enough extends Error {}

describe('a midnight settled in the database', () => {
  let db: Db
  beforeAll(async () => {
    db = await testDb()
  })
  afterAll(() => db.close())

  it(`pays what the pure functions of the lines say, in ${worlds} random worlds from seed ${seed}`, async () => {
    const dice = seededDice(seed)
    let payments = 0
    for (let place = 0; place < worlds; place += 1) {
      const world = makeWorld(dice)
      const limit = dice.pick([1, 3, 1_000])
      const seen = db.transaction(async (tx) => {
        await write(tx, world)
        await settleWorld(tx, limit)
        const all = await posted(tx)
        expect(Object.fromEntries([...all].sort()), `world ${place}`).toEqual(
          Object.fromEntries([...expected(world)].sort()),
        )
        payments += all.size
        throw new Enough()
      })
      await seen.catch((error: unknown) => {
        if (!(error instanceof Enough)) throw error
      })
    }
    expect(payments).toBeGreaterThan(worlds * 10)
  }, 600_000)
})

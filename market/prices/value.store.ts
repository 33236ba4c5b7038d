import { multiply, type Rate } from '#kit/amount/amount.ts'
import { type Asset, type Coin, coins, isCoin } from '#kit/amount/coins.ts'
import { askingOnce } from '#kit/asking-once.ts'
import type { Db, DbIdentity, Sql, Tx } from '#kit/store/db.ts'
import type { PairId } from '#kit/text/ids.ts'
import { type Day, dayMs, dayOf, startOf } from '#kit/time/clock.ts'
import { lastTradeMs, loadPairPrices, type PairPrices } from '../market.store.ts'
import { chainRates, usdtOutcomes } from '../market.ts'
import { referencePrice } from './reference.store.ts'
import { type Anchor, isMore, type Purpose, type ValueOf, valueFor, type WayPrices } from './value.ts'

/** Undefined if a market has no rate. */
const along = (steps: readonly PairPrices[], kind: keyof PairPrices): Rate | undefined =>
  steps.reduce<Rate | undefined>(
    (rate, step) => {
      const next = step[kind]
      return rate && next && chainRates(rate, next)
    },
    { numerator: 1n, denominator: 1n },
  )

async function loadWays(sql: Sql, coin: Coin, now: Date, isShallow: boolean): Promise<WayPrices[]> {
  const known = new Map<PairId, PairPrices>()
  const ways: WayPrices[] = []
  for (const way of usdtOutcomes(coin)) {
    const steps: PairPrices[] = []
    for (const pair of way) {
      const prices = known.get(pair) ?? (await loadPairPrices(sql, pair, now, isShallow))
      known.set(pair, prices)
      steps.push(prices)
    }
    ways.push({ day: along(steps, 'day'), week: along(steps, 'week'), last: along(steps, 'last') })
  }
  return ways
}

async function loadAnchor(sql: Sql, coin: Coin, purpose: Purpose, day: Day): Promise<Anchor | undefined> {
  const [row] = await sql.query<{ day: Day; numerator: string; denominator: string }>(
    `SELECT day::text AS day, numerator::text, denominator::text FROM settlement_price
     WHERE coin = $1 AND purpose = $2 AND day < $3 ORDER BY day DESC LIMIT 1`,
    [coin, purpose, day],
  )
  if (!row) return undefined
  const days = (startOf(day).getTime() - startOf(row.day).getTime()) / dayMs
  return { rate: { numerator: BigInt(row.numerator), denominator: BigInt(row.denominator) }, days }
}

const itself: Rate = { numerator: 1n, denominator: 1n }

/**
 * Undefined without a trade in 7 days, but for `limits` only if the coin never traded. @param cut the day whose closing snapshot is
 * computed.
 */
export async function rateFor(sql: Sql, purpose: Purpose, coin: Coin, now: Date, cut?: Day): Promise<Rate | undefined> {
  if (coin === 'USDT') return itself
  const isShallow = cut !== undefined
  const ways = await loadWays(sql, coin, now, isShallow)
  if (purpose === 'shown') return valueFor(purpose, { ways, feed: undefined, anchor: undefined, isShallow })
  const feed = await referencePrice(sql, coin, now)
  return valueFor(purpose, { ways, feed, anchor: await loadAnchor(sql, coin, purpose, cut ?? dayOf(now)), isShallow })
}

/** True if the coin rises faster than its daily limit. It is then not sold. */
export async function isRising(sql: Sql, coin: Coin, now: Date): Promise<boolean> {
  const once = askingOnce(sql)
  const [unbounded, bounded] = [
    await rateFor(once, 'unbounded', coin, now),
    await rateFor(once, 'handedOut', coin, now),
  ]
  return !!unbounded && !!bounded && isMore(unbounded, bounded)
}

/** Rounded down; undefined without a price, and for points. */
export async function worthFor(
  sql: Sql,
  purpose: Purpose,
  asset: Asset,
  units: bigint,
  now: Date,
): Promise<bigint | undefined> {
  const rate = isCoin(asset) ? await rateFor(sql, purpose, asset, now) : undefined
  return rate && multiply(units, rate, 'down')
}

/** Cache time; a trade in this process ends it earlier. */
const shownMs = 1_000
const shown = new WeakMap<
  DbIdentity,
  { readonly now: number; readonly atMs: number; readonly rates: Promise<ShownRates> }
>()
export type ShownRates = ReadonlyMap<Coin, Rate | undefined>

/** Display only. */
export function shownRates(db: Db, now: Date): Promise<ShownRates> {
  const known = shown.get(db.identity)
  const isFresh = known && performance.now() - known.atMs < shownMs && Math.abs(now.getTime() - known.now) < shownMs
  if (isFresh && known.atMs > lastTradeMs(db)) return known.rates
  const rates = loadShown(db, now)
  rates.catch(() => shown.delete(db.identity))
  shown.set(db.identity, { now: now.getTime(), atMs: performance.now(), rates })
  return rates
}

async function loadShown(sql: Sql, now: Date): Promise<ShownRates> {
  const once = askingOnce(sql)
  const rates = new Map<Coin, Rate | undefined>()
  for (const coin of coins) rates.set(coin, await rateFor(once, 'shown', coin, now))
  return rates
}

export type KeptValue = { readonly coin: Coin; readonly purpose: Purpose; readonly rate: Rate }

export async function keepValues(tx: Tx, day: Day, values: readonly KeptValue[]): Promise<void> {
  await tx.query(
    `INSERT INTO settlement_price (day, coin, purpose, numerator, denominator)
     SELECT $1, coin, purpose, numerator::numeric, denominator::numeric
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS v (coin, purpose, numerator, denominator)`,
    [
      day,
      values.map(({ coin }) => coin),
      values.map(({ purpose }) => purpose),
      values.map(({ rate }) => rate.numerator.toString()),
      values.map(({ rate }) => rate.denominator.toString()),
    ],
  )
}

export async function valuesAtSnapshot(sql: Sql, day: Day): Promise<ValueOf> {
  const rows = await sql.query<{ coin: Coin; purpose: Purpose; numerator: string; denominator: string }>(
    'SELECT coin, purpose, numerator::text, denominator::text FROM settlement_price WHERE day = $1',
    [day],
  )
  const values = new Map(
    rows.map(({ coin, purpose, numerator, denominator }) => [
      `${coin} ${purpose}`,
      { numerator: BigInt(numerator), denominator: BigInt(denominator) },
    ]),
  )
  return (coin, purpose) => values.get(`${coin} ${purpose}`)
}

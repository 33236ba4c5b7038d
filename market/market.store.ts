import { divide, type Rate, showUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { DbIdentity, Sql, Tx } from '#kit/store/db.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { addMs } from '#kit/time/clock.ts'
import { available, company, reserve } from '#ledger/posting/chart.ts'
import type { Entry } from '#ledger/posting/entry.ts'
import { balanceOf, balancesOf, post, postMany } from '#ledger/posting/ledger.store.ts'
import { coinsOf, cutWindowMs, guideWindowMs, priceLifeMs, priceOf, priceRate, swap, weekWindowMs } from './market.ts'
import { sparkMoments } from './prices/prices.ts'
import { keepShareChanges } from './prices/shares.store.ts'
import { type Liquidity, sharesFor } from './trade/liquidity.ts'

export type LastTrade = { readonly price: bigint; readonly at: Date }

/** The last trade, however old, with its price in 10⁻¹² of base for one quoted coin. */
export async function lastTrade(sql: Sql, pair: PairId, at: Date): Promise<LastTrade | undefined> {
  const [row] = await sql.query<LastTrade>(
    'SELECT price, at FROM market_trade WHERE pair = $1 AND at <= $2 ORDER BY at DESC, id DESC LIMIT 1',
    [pair, at],
  )
  return row
}

/** Oldest first. */
export const pricesOfDay = (sql: Sql, pair: PairId, now: Date): Promise<LastTrade[]> =>
  sql.query<LastTrade>(
    `SELECT moment.at, last.price FROM unnest($2::timestamptz[]) AS moment (at)
     CROSS JOIN LATERAL (
       SELECT price FROM market_trade WHERE pair = $1 AND at <= moment.at ORDER BY at DESC, id DESC LIMIT 1
     ) last ORDER BY moment.at`,
    [pair, sparkMoments(now).map((at) => at.toISOString())],
  )

type Standing = { readonly at: Date; readonly price: bigint; readonly weighed: string }
const sumAt = ({ at, price, weighed }: Standing, moment: Date): bigint =>
  BigInt(weighed) + price * BigInt(moment.getTime() - at.getTime())

/** The market's prices at a window's edges. A standing price is the market's price right after a trade; the trade's own price differs. */
type Edges = { readonly from: Date; readonly before?: Standing; readonly first?: Standing; readonly last?: Standing }

async function edgesOf(sql: Sql, pair: PairId, now: Date, windowsMs: readonly number[]): Promise<Edges[]> {
  const starts = windowsMs.map((ms) => addMs(now, -ms))
  const rows = await sql.query<Standing & { readonly place: bigint; readonly edge: 'before' | 'first' | 'last' }>(
    `SELECT asked.place, edge.* FROM unnest($2::timestamptz[]) WITH ORDINALITY AS asked (start, place)
     CROSS JOIN LATERAL (
       (SELECT 'before' AS edge, at, price, weighed::text AS weighed FROM market_standing
          WHERE pair = $1 AND at <= asked.start ORDER BY at DESC, trade_id DESC LIMIT 1)
       UNION ALL (SELECT 'first', at, price, weighed::text FROM market_standing
          WHERE pair = $1 AND at > asked.start AND at <= $3 ORDER BY at, trade_id LIMIT 1)
       UNION ALL (SELECT 'last', at, price, weighed::text FROM market_standing
          WHERE pair = $1 AND at > asked.start AND at <= $3 ORDER BY at DESC, trade_id DESC LIMIT 1)
     ) edge`,
    [pair, starts.map((start) => start.toISOString()), now],
  )
  return starts.map((from, place) => ({
    from,
    ...Object.fromEntries(rows.filter((row) => row.place === BigInt(place + 1)).map((row) => [row.edge, row])),
  }))
}

function averageIn({ from, before, first, last }: Edges, now: Date): Rate | undefined {
  if (!first || !last)
    return before && now.getTime() - before.at.getTime() <= priceLifeMs ? priceRate(before.price) : undefined
  const start = before ? { at: from, sum: sumAt(before, from) } : { at: first.at, sum: sumAt(first, first.at) }
  const ms = BigInt(now.getTime() - start.at.getTime())
  return priceRate(ms === 0n ? last.price : divide(sumAt(last, now) - start.sum, ms, 'down'))
}

/**
 * Time-weighted average of standing prices. Without a trade in the window, uses the last price, or returns undefined after 7 days. Equals
 * `timeWeightedPrice`, but reads three rows of stored sums. @returns units of base for one unit of quoted.
 */
export async function averagePrice(sql: Sql, pair: PairId, now: Date, windowMs: number): Promise<Rate | undefined> {
  const [edges] = await edgesOf(sql, pair, now, [windowMs])
  return edges && averageIn(edges, now)
}

export const guidePrice = (sql: Sql, pair: PairId, now: Date): Promise<Rate | undefined> =>
  averagePrice(sql, pair, now, guideWindowMs)

/** Rates from units of the quoted coin to units of the base coin. */
export type PairPrices = {
  readonly day: Rate | undefined
  readonly week: Rate | undefined
  readonly last: Rate | undefined
}

/**
 * Averages over 24 hours and 7 days (undefined without a trade in 7 days), and the last price. @param isShallow uses the last hour's average
 * instead of the last trade, so that a brief trade moves nothing.
 */
export async function loadPairPrices(sql: Sql, pair: PairId, now: Date, isShallow: boolean): Promise<PairPrices> {
  const [day, week, hour] = await edgesOf(sql, pair, now, [guideWindowMs, weekWindowMs, cutWindowMs])
  expect(day && week && hour, 'each window has an answer')
  const last = week.last ?? week.before
  const isOld = !last || now.getTime() - last.at.getTime() > priceLifeMs
  return {
    day: averageIn(day, now),
    week: averageIn(week, now),
    last: isShallow && !isOld ? averageIn(hour, now) : last && priceRate(last.price),
  }
}

export type Reserves = { readonly base: bigint; readonly quoted: bigint }

/** In units. */
export async function reservesOf(sql: Sql, pair: PairId): Promise<Reserves> {
  const { base, quoted } = coinsOf(pair)
  return { base: await balanceOf(sql, reserve(pair), base), quoted: await balanceOf(sql, reserve(pair), quoted) }
}

export type SharedMarket = Liquidity & { readonly companyShares: bigint }

async function sharedMarket(sql: Sql, pair: PairId, lock: '' | 'FOR NO KEY UPDATE'): Promise<SharedMarket> {
  const [row] = await sql.query<{ company: bigint; orders: bigint }>(
    `SELECT company_shares AS company, order_shares AS orders FROM market WHERE pair = $1 ${lock}`,
    [pair],
  )
  expect(row, `the market ${pair} is known`)
  return { ...(await reservesOf(sql, pair)), shares: row.company + row.orders, companyShares: row.company }
}

export const liquidityOf = (sql: Sql, pair: PairId): Promise<SharedMarket> => sharedMarket(sql, pair, '')

export const lockLiquidity = (tx: Tx, pair: PairId): Promise<SharedMarket> =>
  sharedMarket(tx, pair, 'FOR NO KEY UPDATE')

export async function sharesOfMarkets(sql: Sql): Promise<ReadonlyMap<PairId, { company: bigint; orders: bigint }>> {
  const rows = await sql.query<{ pair: PairId; company: bigint; orders: bigint }>(
    'SELECT pair, company_shares AS company, order_shares AS orders FROM market ORDER BY pair',
  )
  return new Map(rows.map(({ pair, company, orders }) => [pair, { company, orders }]))
}

/** The caller has locked the market and posted the coins. */
export async function addOrderShares(tx: Tx, pair: PairId, byWallet: ReadonlyMap<WalletId, bigint>): Promise<void> {
  const shares = [...byWallet.values()].reduce((sum, each) => sum + each, 0n)
  await keepShareChanges(tx, pair, byWallet)
  await tx.query('UPDATE market SET order_shares = order_shares + $2 WHERE pair = $1', [pair, shares])
}

/** The first seed opens trading at its ratio. Excess of one coin in a later seed belongs to all shares. */
export async function seedMarket(
  tx: Tx,
  seed: { pair: PairId; baseUnits: bigint; quotedUnits: bigint; key: string; at: Date },
): Promise<void> {
  const { base, quoted } = coinsOf(seed.pair)
  const shares = sharesFor(await lockLiquidity(tx, seed.pair), seed.baseUnits, seed.quotedUnits)
  const [from, to] = [company('capital'), reserve(seed.pair)]
  await post(tx, {
    key: seed.key,
    at: seed.at,
    ref: `market:${seed.pair}`,
    postings: [
      { from, to, asset: base, units: seed.baseUnits },
      { from, to, asset: quoted, units: seed.quotedUnits },
    ],
  })
  await tx.query(
    'UPDATE market SET seeded_at = coalesce(seeded_at, $2), company_shares = company_shares + $3 WHERE pair = $1',
    [seed.pair, seed.at, shares],
  )
  await keepShareChanges(tx, seed.pair, new Map([['house', shares]]))
}

/** Company trades do not affect the averages. */
export async function keepCompanyTrade(
  tx: Tx,
  pair: PairId,
  at: Date,
  units: { base: bigint; quoted: bigint },
): Promise<void> {
  await tx.query('INSERT INTO market_trade (pair, at, base_units, quote_units, price) VALUES ($1, $2, $3, $4, $5)', [
    pair,
    at,
    units.base,
    units.quoted,
    priceOf(units.base, units.quoted),
  ])
}

export type Trade = {
  readonly walletId: WalletId
  readonly pair: PairId
  readonly give: Coin
  readonly units: bigint
  readonly minimum: bigint
  readonly key: string
  readonly at: Date
}

/** Locks the market, so amounts computed from its reserves stay valid until posted. */
export async function lockMarket(tx: Tx, pair: PairId): Promise<Reserves> {
  const locked = await lockMarketsOf(tx, [pair])
  return locked.get(pair) as Reserves
}

/** Locks markets in a fixed order, to avoid deadlocks. @returns their reserves */
export async function lockMarketsOf(tx: Tx, wanted: readonly PairId[]): Promise<Map<PairId, Reserves>> {
  const sorted = [...new Set(wanted)].sort()
  await tx.query('SELECT pair FROM market WHERE pair = ANY ($1) ORDER BY pair FOR NO KEY UPDATE', [sorted])
  const balances = await balancesOf(
    tx,
    sorted.flatMap((pair) => {
      const { base, quoted } = coinsOf(pair)
      return [base, quoted].map((asset) => ({ account: reserve(pair), asset }))
    }),
  )
  return new Map(
    sorted.map((pair, place) => [pair, { base: balances[2 * place] ?? 0n, quoted: balances[2 * place + 1] ?? 0n }]),
  )
}

export type WorkedOut = {
  readonly order: Trade
  readonly fee: bigint
  readonly net: bigint
  readonly received: bigint
  readonly after: Reserves
}

/** @throws exchange.not_open without reserves, exchange.price_moved if less than the minimum arrives */
export function workOut(reserves: Reserves, order: Trade): WorkedOut {
  const { base, quoted } = coinsOf(order.pair)
  const isBuying = order.give === base
  const [reserveIn, reserveOut] = isBuying ? [reserves.base, reserves.quoted] : [reserves.quoted, reserves.base]
  if (reserveIn === 0n || reserveOut === 0n) fail('exchange.not_open')
  const { fee, net, received } = swap(reserveIn, reserveOut, order.units)
  if (received === 0n || received < order.minimum)
    fail('exchange.price_moved', { minimum: showUnits(order.minimum), coin: isBuying ? quoted : base })
  const after = isBuying
    ? { base: reserves.base + net, quoted: reserves.quoted - received }
    : { base: reserves.base - received, quoted: reserves.quoted + net }
  return { order, fee, net, received, after }
}

const traded = new WeakMap<DbIdentity, number>()
/** Last trade on the `performance.now()` clock; −Infinity without one. */
export const lastTradeMs = ({ identity }: Sql): number => traded.get(identity) ?? Number.NEGATIVE_INFINITY

/**
 * The caller has locked wallets and markets. @returns trade ids in input order @throws balance.insufficient, or a conflict for a repeated
 * key
 */
export async function writeTrades(tx: Tx, trades: readonly WorkedOut[]): Promise<bigint[]> {
  const units = trades.map(({ order, net, received }) =>
    order.give === coinsOf(order.pair).base ? [net, received] : [received, net],
  ) as [bigint, bigint][]
  const rows = await tx.query<{ id: bigint }>(
    `INSERT INTO market_trade (pair, at, base_units, quote_units, price, price_after)
     SELECT pair, at, base_units, quote_units, price, price_after
     FROM unnest($1::text[], $2::timestamptz[], $3::int8[], $4::int8[], $5::int8[], $6::int8[]) WITH ORDINALITY
       AS made (pair, at, base_units, quote_units, price, price_after, place)
     ORDER BY place RETURNING id`,
    [
      trades.map(({ order }) => order.pair),
      trades.map(({ order }) => order.at.toISOString()),
      units.map(([base]) => `${base}`),
      units.map(([, quoted]) => `${quoted}`),
      units.map(([base, quoted]) => `${priceOf(base, quoted)}`),
      trades.map(({ after }) => `${priceOf(after.base, after.quoted)}`),
    ],
  )
  expect(rows.length === trades.length, 'an insert gives its rows')
  const ids = rows.map(({ id }) => id)
  traded.set(tx.identity, performance.now())
  await postMany(
    tx,
    trades.map((trade, place) => tradeEntry(trade, ids[place] as bigint)),
  )
  return ids
}

function tradeEntry({ order, net, fee, received }: WorkedOut, id: bigint): Entry {
  const { base, quoted } = coinsOf(order.pair)
  const other = order.give === base ? quoted : base
  const wallet = available(order.walletId)
  return {
    key: order.key,
    at: order.at,
    ref: `trade:${id}`,
    postings: [
      { from: wallet, to: reserve(order.pair), asset: order.give, units: net, code: 5 },
      { from: wallet, to: company('fees'), asset: order.give, units: fee, code: 105 },
      { from: reserve(order.pair), to: wallet, asset: other, units: received, code: 5 },
    ],
  }
}

/** The caller has locked the wallet. @returns amounts in units. @throws as `workOut` and `writeTrades` */
export async function trade(tx: Tx, order: Trade): Promise<{ id: bigint; received: bigint; fee: bigint }> {
  const worked = workOut(await lockMarket(tx, order.pair), order)
  const [id] = await writeTrades(tx, [worked])
  return { id: id as bigint, received: worked.received, fee: worked.fee }
}

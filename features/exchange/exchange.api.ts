import { isGoogleBound } from '#identity/authenticator.store.ts'
import { lockWallet, refuseWhileStopped } from '#identity/wallet.store.ts'
import { authoriseMove, withoutCodeOf } from '#identity/without-code.store.ts'
import { divide, parseUnits, type Rate, showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { type PairId, pairNumber, pairs } from '#kit/ids.ts'
import { alwaysOpen, openingAt, shownOpening } from '#kit/opening.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { guidePrice, lastTrade, lockMarket, pricesOfDay, reservesOf, trade } from '#market/market.store.ts'
import { coinsOf, priceRate, priceScale, tradeFee } from '#market/market.ts'
import { riseOf, showPrice } from '#market/prices.ts'
import { rateFor } from '#market/value.store.ts'
import { loadFeedState } from '#outside/feeds/feed.store.ts'
import { isShown } from '#outside/feeds/guard.ts'
import { exchangeCandlesApi } from './candles.api.ts'
import { exchangeCodeRule, exchangeLogs, exchangePairs, exchangeQuote, makeTrade } from './exchange.contract.ts'
import {
  atRatio,
  type Direction,
  decideTrade,
  describeTrade,
  higherValue,
  leastOf,
  pairOf,
  quoteSwap,
  type Reserves,
  sidesOf,
} from './exchange.ts'
import { exchangeLimits, exchangeOpenings, limitsOf } from './exchange-settings.ts'
import { keepReceipt, type Receipt, receiptsOf } from './receipts.store.ts'

const pageSize = 20

const scaled = ({ numerator, denominator }: Rate): bigint => divide(numerator * priceScale, denominator, 'down')

type PairRow = OutputOf<typeof exchangePairs>['items'][number]

/** What feeds outside say of a pair priced in USDT. */
async function loadReference(sql: Sql, pair: PairId, now: Date): Promise<PairRow['reference']> {
  const { base, quoted } = coinsOf(pair)
  const state = base === 'USDT' ? await loadFeedState(sql, quoted) : undefined
  if (!state?.standing || !isShown(state.standing, now)) return null
  const { standing, feeds, demo } = state
  return { price: showPrice(standing.price), at: standing.at.toISOString(), feeds: [...feeds], simulated: demo }
}

async function showPair(sql: Sql, pair: PairId, opening: typeof alwaysOpen, now: Date): Promise<PairRow> {
  const last = await lastTrade(sql, pair, now)
  const before = await lastTrade(sql, pair, addMs(now, -dayMs))
  const guide = await guidePrice(sql, pair, now)
  const { base, quoted } = await reservesOf(sql, pair)
  const isSeeded = base > 0n && quoted > 0n
  const spark = last ? await pricesOfDay(sql, pair, now) : []
  return {
    id: pairNumber(pair),
    ...coinsOf(pair),
    price: last ? showPrice(last.price) : null,
    pricedAt: last?.at.toISOString() ?? null,
    guidePrice: guide ? showPrice(scaled(guide)) : null,
    reference: await loadReference(sql, pair, now),
    rise: last && before ? riseOf(last.price, before.price) : null,
    spark: spark.map(({ at, price }) => ({ at: at.toISOString(), price: showPrice(price) })),
    ...shownOpening(opening, now),
    open: isSeeded && openingAt(opening, now) === 'open',
  }
}

const exchangePairsApi = implementRead(exchangePairs, async (_input, { db, now }) => {
  const openings = await readSetting(db, exchangeOpenings)
  const items: PairRow[] = []
  for (const pair of pairs) items.push(await showPair(db, pair, openings[pair] ?? alwaysOpen, now))
  const feeShare = showUnits(divide(tradeFee.numerator * 100_000_000n, tradeFee.denominator, 'up'))
  return { items, ...(await readSetting(db, exchangeLimits)), feeShare }
})

type Wanted = { readonly pair: PairId; readonly direction: Direction; readonly units: bigint }

/** In USDT, as a limit counts it. Has no ceiling: an amount may be as large as one can type. */
async function worth(sql: Sql, coin: Coin, units: bigint, now: Date): Promise<bigint | undefined> {
  const rate = await rateFor(sql, 'limits', coin, now)
  return rate && divide(units * rate.numerator, rate.denominator, 'down')
}

/** What a trade would give, and whether it may be made. @throws exchange.* */
async function weigh(
  sql: Sql,
  { pair, direction, units }: Wanted,
  reserves: Reserves,
  now: Date,
  heldUntil: Date | null,
) {
  const { give, receive } = sidesOf(pair, direction)
  const swapped = quoteSwap(reserves, direction, units)
  const { value } = decideTrade({
    opening: (await readSetting(sql, exchangeOpenings))[pair] ?? alwaysOpen,
    limits: limitsOf(await readSetting(sql, exchangeLimits)),
    now,
    value: higherValue(
      await worth(sql, give, units, now),
      await worth(sql, receive, atRatio(reserves, direction, units), now),
    ),
    impact: swapped.impact,
    heldUntil,
  })
  const reserve = direction === 'buy' ? reserves.base : reserves.quoted
  return { ...swapped, value, reserve, guide: await guidePrice(sql, pair, now) }
}

const readUnits = (amount: string): bigint => parseUnits(amount, 2) ?? fail('field.format', { field: 'number' })

const exchangeQuoteApi = implementRead(exchangeQuote, async ({ exchangeId, direction, amount }, { db, now }) => {
  const pair = pairOf(exchangeId)
  const units = readUnits(amount)
  const quoted = await weigh(db, { pair, direction, units }, await reservesOf(db, pair), now, null)
  return {
    exchangeId,
    direction,
    ...sidesOf(pair, direction),
    ...describeTrade({ ...quoted, direction, units }),
    least: showUnits(leastOf(quoted.received)),
    value: showUnits(quoted.value),
    at: now.toISOString(),
  }
})

const exchangeCodeRuleApi = implementRead(exchangeCodeRule, async (_input, { db, walletId, now }) => {
  const { limit, left } = await withoutCodeOf(db, walletId, now)
  const googleBound = await isGoogleBound(db, walletId)
  return { googleBound, withoutCodeValue: showUnits(limit), withoutCodeLeft: showUnits(left) }
})

const makeTradeApi = implement(makeTrade, async ({ exchangeId, direction, amount, least }, call) => {
  const { tx, walletId, requestId, now } = call
  const wallet = await lockWallet(tx, walletId)
  refuseWhileStopped(wallet)
  const pair = pairOf(exchangeId)
  const units = readUnits(amount)
  const minimum = parseUnits(least) ?? fail('field.format', { field: 'least' })
  const reserves = await lockMarket(tx, pair)
  const weighed = await weigh(tx, { pair, direction, units }, reserves, now, wallet.withdrawalsHeldUntil)
  const { give } = sidesOf(pair, direction)
  await authoriseMove(call, weighed.value)
  const made = await trade(tx, { walletId, pair, give, units, minimum, key: requestId, at: now })
  const receipt: Receipt = {
    tradeId: made.id,
    pair,
    direction,
    units,
    fee: made.fee,
    received: made.received,
    least: minimum,
    reserve: weighed.reserve,
    guidePrice: weighed.guide ? scaled(weighed.guide) : null,
    at: now,
  }
  await keepReceipt(tx, { ...receipt, key: requestId, walletId, value: weighed.value })
  return show(receipt)
})

const show = (receipt: Receipt): OutputOf<typeof makeTrade> => ({
  id: Number(receipt.tradeId),
  exchangeId: pairNumber(receipt.pair),
  direction: receipt.direction,
  ...sidesOf(receipt.pair, receipt.direction),
  ...describeTrade({ ...receipt, guide: receipt.guidePrice === null ? undefined : priceRate(receipt.guidePrice) }),
  least: showUnits(receipt.least),
  at: receipt.at.toISOString(),
})

const exchangeLogsApi = implementRead(exchangeLogs, async ({ id, exchangeId, cursor }, { db, walletId }) => {
  const before = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
  const pair = exchangeId === undefined ? undefined : pairOf(exchangeId)
  const rows = await receiptsOf(db, walletId, { id, pair, before, limit: pageSize + 1 })
  const items = rows.slice(0, pageSize).map(show)
  return { items, next: rows.length > pageSize ? `${items.at(-1)?.id}` : '' }
})

/** The calls of this feature. */
export const exchangeCalls: readonly Implementation[] = [
  exchangePairsApi,
  exchangeCandlesApi,
  exchangeQuoteApi,
  exchangeCodeRuleApi,
  makeTradeApi,
  exchangeLogsApi,
]

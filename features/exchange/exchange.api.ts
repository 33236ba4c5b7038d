import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { withoutCodeOf } from '#identity/passwords/without-code.store.ts'
import { divide, showUnits } from '#kit/amount/amount.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { type PairId, pairNumber, pairs } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { alwaysOpen, openingAt, shownOpening } from '#kit/time/opening.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implementMany, implementRead } from '#kit/wire/implement.api.ts'
import { loadScales, makeTrades, readUnits, scaled, weigh } from '#market/demo/make-trades.server.ts'
import { guidePrice, lastTrade, pricesOfDay, reservesOf } from '#market/market.store.ts'
import { coinsOf, priceRate, tradeFee } from '#market/market.ts'
import { riseOf, showPrice } from '#market/prices/prices.ts'
import { type Receipt, receiptsOf } from '#market/prices/receipts.store.ts'
import {
  exchangeCodeRule,
  exchangeLogs,
  exchangePairs,
  exchangeQuote,
  makeTrade,
} from '#market/trade/exchange.contract.ts'
import { describeTrade, leastOf, pairOf, sidesOf } from '#market/trade/trade-rules.ts'
import { exchangeLimits, exchangeOpenings } from '#market/trade/trade-settings.ts'
import { loadFeedState } from '#outside/feeds/feed.store.ts'
import { isShown } from '#outside/feeds/guard.ts'
import { alertCalls } from './alerts/alerts.api.ts'
import { exchangeCandlesApi } from './candles.api.ts'

const pageSize = 20

type PairRow = OutputOf<typeof exchangePairs>['items'][number]

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

const asked = { heldUntil: null, traded: 0n } as const

const exchangeQuoteApi = implementRead(exchangeQuote, async ({ exchangeId, direction, amount }, { db, now }) => {
  const pair = pairOf(exchangeId)
  const units = readUnits(amount)
  const scales = await loadScales(db, [pair], now)
  const quoted = weigh(scales, { pair, direction, units }, await reservesOf(db, pair), now, asked)
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

/** Batched per market, so markets do not wait for each other. */
const marketOf = ({ exchangeId }: InputOf<typeof makeTrade>): string =>
  pairs.find((pair) => pairNumber(pair) === exchangeId) ?? 'none'

const makeTradeApi = implementMany(
  makeTrade,
  async (calls, tx) =>
    (await makeTrades(calls, tx)).map((outcome) => ('refusal' in outcome ? outcome : { answer: show(outcome.answer) })),
  {
    groupName: marketOf,
    // A market's trades wait for its lock anyway.
    oneAtATime: true,
  },
)

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

export const exchangeCalls: readonly Implementation[] = [
  exchangePairsApi,
  exchangeCandlesApi,
  ...alertCalls,
  exchangeQuoteApi,
  exchangeCodeRuleApi,
  makeTradeApi,
  exchangeLogsApi,
]

import { isGoogleBound } from '#identity/authenticator.store.ts'
import { outflowsOf } from '#identity/outflow.server.ts'
import { lockWallets, refuseWhileStopped } from '#identity/wallet.store.ts'
import { withoutCodeOf } from '#identity/without-code.store.ts'
import { divide, parseUnits, type Rate, showUnits } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { type PairId, pairNumber, pairs, type WalletId } from '#kit/ids.ts'
import { alwaysOpen, openingAt, shownOpening } from '#kit/opening.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import {
  type Implementation,
  implementMany,
  implementRead,
  type OneOf,
  type Outcome,
  outcomeOf,
} from '#kit/wire/implement.api.ts'
import { available } from '#ledger/chart.ts'
import { balancesOf } from '#ledger/ledger.store.ts'
import {
  guidePrice,
  lastTrade,
  lockMarketsOf,
  pricesOfDay,
  reservesOf,
  type WorkedOut,
  workOut,
  writeTrades,
} from '#market/market.store.ts'
import { coinsOf, priceRate, priceScale, tradeFee } from '#market/market.ts'
import { riseOf, showPrice } from '#market/prices.ts'
import { rateFor } from '#market/value.store.ts'
import { loadFeedState } from '#outside/feeds/feed.store.ts'
import { isShown } from '#outside/feeds/guard.ts'
import { alertCalls } from './alerts/alerts.api.ts'
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
  type TradeFacts,
} from './exchange.ts'
import { exchangeLimits, exchangeOpenings, limitsOf } from './exchange-settings.ts'
import { keepReceipts, type NewReceipt, type Receipt, receiptsOf, tradedLately } from './receipts.store.ts'

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

/** What trades of some pairs are weighed by: loaded once, however many there are. */
type Scales = {
  readonly openings: Partial<Record<PairId, typeof alwaysOpen>>
  readonly limits: ReturnType<typeof limitsOf>
  readonly rates: ReadonlyMap<Coin, Rate | undefined>
  readonly guides: ReadonlyMap<PairId, Rate | undefined>
}

async function loadScales(sql: Sql, wanted: readonly PairId[], now: Date): Promise<Scales> {
  const rates = new Map<Coin, Rate | undefined>()
  const guides = new Map<PairId, Rate | undefined>()
  for (const pair of new Set(wanted)) {
    const { base, quoted } = coinsOf(pair)
    for (const coin of [base, quoted]) if (!rates.has(coin)) rates.set(coin, await rateFor(sql, 'limits', coin, now))
    guides.set(pair, await guidePrice(sql, pair, now))
  }
  const openings = await readSetting(sql, exchangeOpenings)
  return { openings, limits: limitsOf(await readSetting(sql, exchangeLimits)), rates, guides }
}

/** In USDT, as a limit counts it. Has no ceiling: an amount may be as large as one can type. */
function worth({ rates }: Scales, coin: Coin, units: bigint): bigint | undefined {
  const rate = rates.get(coin)
  return rate && divide(units * rate.numerator, rate.denominator, 'down')
}

/** What a trade would give, and whether it may be made. Pure. @throws exchange.* */
function weigh(
  scales: Scales,
  { pair, direction, units }: Wanted,
  reserves: Reserves,
  now: Date,
  { heldUntil, traded }: Pick<TradeFacts, 'heldUntil' | 'traded'>,
) {
  const { give, receive } = sidesOf(pair, direction)
  const swapped = quoteSwap(reserves, direction, units)
  const { value } = decideTrade({
    opening: scales.openings[pair] ?? alwaysOpen,
    limits: scales.limits,
    now,
    value: higherValue(worth(scales, give, units), worth(scales, receive, atRatio(reserves, direction, units))),
    impact: swapped.impact,
    heldUntil,
    traded,
  })
  const reserve = direction === 'buy' ? reserves.base : reserves.quoted
  return { ...swapped, value, reserve, guide: scales.guides.get(pair) }
}

/** A quote asks for no wallet. */
const asked = { heldUntil: null, traded: 0n } as const

const readUnits = (amount: string): bigint => parseUnits(amount, 2) ?? fail('field.format', { field: 'number' })

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

type Asked = OneOf<InputOf<typeof makeTrade>> & { readonly pair: PairId; readonly give: Coin }
type Decided = { readonly worked: WorkedOut; readonly receipt: Omit<NewReceipt, 'tradeId'> }

/** Reads what is typed. @throws exchange.pair_missing */
function readAsked({ input, call }: OneOf<InputOf<typeof makeTrade>>): Asked {
  const pair = pairOf(input.exchangeId)
  return { input, call, pair, give: sidesOf(pair, input.direction).give }
}

/** Trades of one market are made together: nobody waits for another market. */
const marketOf = ({ exchangeId }: InputOf<typeof makeTrade>): string =>
  pairs.find((pair) => pairNumber(pair) === exchangeId) ?? 'none'

async function makeTrades(calls: readonly OneOf<InputOf<typeof makeTrade>>[], tx: Tx) {
  const { now } = (calls[0] as OneOf<unknown>).call
  const ids = calls.map(({ call }) => call.walletId)
  const wallets = await lockWallets(tx, ids)
  const read = await Promise.all(calls.map((each) => outcomeOf(() => readAsked(each))))
  const asked = read.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []))
  const pairsAsked = asked.map(({ pair }) => pair)
  const markets = await lockMarketsOf(tx, pairsAsked)
  const scales = await loadScales(tx, pairsAsked, now)
  const have = await balancesOf(
    tx,
    asked.map(({ call, give }) => ({ account: available(call.walletId), asset: give })),
  )
  const outflows = await outflowsOf(tx, ids, now)
  const isHeld = (id: WalletId) => (wallets.get(id)?.withdrawalsHeldUntil ?? now) > now
  const traded = await tradedLately(tx, ids.filter(isHeld), addMs(now, -dayMs))

  async function decide({ input, call, pair, give }: Asked, available: bigint): Promise<Decided> {
    const { walletId, requestId: key, now: at } = call
    const { direction } = input
    const wallet = wallets.get(walletId) ?? fail('identity.wallet_unknown')
    refuseWhileStopped(wallet)
    const units = readUnits(input.amount)
    const minimum = parseUnits(input.least) ?? fail('field.format', { field: 'least' })
    const reserves = markets.get(pair) as Reserves
    const holds = { heldUntil: wallet.withdrawalsHeldUntil, traded: traded.get(walletId) ?? 0n }
    const weighed = weigh(scales, { pair, direction, units }, reserves, at, holds)
    const worked = workOut(reserves, { walletId, pair, give, units, minimum, key, at })
    if (units > available) fail('balance.insufficient', { coin: give })
    // Last, for it uses a code up.
    await outflows.authorize(call, { wallet, value: weighed.value, isExchange: true })
    // The next one of this market is decided on what this one leaves.
    markets.set(pair, worked.after)
    const { fee, received } = worked
    const { value, reserve, guide } = weighed
    const guidePrice = guide ? scaled(guide) : null
    const receipt = { pair, direction, units, fee, received, least: minimum, reserve, guidePrice, at }
    return { worked, receipt: { ...receipt, key, walletId, value } }
  }

  const outcomes: Outcome<Decided>[] = []
  let place = 0
  for (const outcome of read)
    outcomes.push('refusal' in outcome ? outcome : await outcomeOf(() => decide(outcome.answer, have[place++] ?? 0n)))
  await outflows.keep()
  const made = outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []))
  const numbers =
    made.length === 0
      ? []
      : await writeTrades(
          tx,
          made.map(({ worked }) => worked),
        )
  const receipts = made.map(({ receipt }, nth) => ({ ...receipt, tradeId: numbers[nth] as bigint }))
  if (receipts.length > 0) await keepReceipts(tx, receipts)
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome : { answer: show(receipts.shift() as Receipt) }))
}

const makeTradeApi = implementMany(makeTrade, makeTrades, {
  groupName: marketOf,
  // All of a market's trades wait for its lock.
  oneAtATime: true,
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
  ...alertCalls,
  exchangeQuoteApi,
  exchangeCodeRuleApi,
  makeTradeApi,
  exchangeLogsApi,
]

import { outflowsOf } from '#identity/passwords/outflow.server.ts'
import { lockWallets, refuseWhileStopped } from '#identity/wallet.store.ts'
import { divide, parseUnits, type Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { PairId, WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { alwaysOpen } from '#kit/time/opening.ts'
import { type Outcome, outcomeOf, type SessionCall } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balancesOf } from '#ledger/posting/ledger.store.ts'
import { guidePrice, lockMarketsOf, type WorkedOut, workOut, writeTrades } from '../market.store.ts'
import { coinsOf, priceScale } from '../market.ts'
import { keepReceipts, type NewReceipt, type Receipt, tradedLately } from '../prices/receipts.store.ts'
import { rateFor } from '../prices/value.store.ts'
import {
  atRatio,
  type Direction,
  decideTrade,
  higherValue,
  pairOf,
  quoteSwap,
  type Reserves,
  sidesOf,
  type TradeFacts,
} from '../trade/trade-rules.ts'
import { exchangeLimits, exchangeOpenings, limitsOf } from '../trade/trade-settings.ts'

/** A guide price in 10⁻¹² of base for one quoted coin, rounded down. */
export const scaled = ({ numerator, denominator }: Rate): bigint => divide(numerator * priceScale, denominator, 'down')

/** @throws field.format for more than 2 decimals */
export const readUnits = (amount: string): bigint => parseUnits(amount, 2) ?? fail('field.format', { field: 'number' })

type Wanted = { readonly pair: PairId; readonly direction: Direction; readonly units: bigint }

/** Settings and prices that limit trades. */
export type Scales = {
  readonly openings: Partial<Record<PairId, typeof alwaysOpen>>
  readonly limits: ReturnType<typeof limitsOf>
  readonly rates: ReadonlyMap<Coin, Rate | undefined>
  readonly guides: ReadonlyMap<PairId, Rate | undefined>
}

export async function loadScales(sql: Sql, wanted: readonly PairId[], now: Date): Promise<Scales> {
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

function worth({ rates }: Scales, coin: Coin, units: bigint): bigint | undefined {
  const rate = rates.get(coin)
  return rate && divide(units * rate.numerator, rate.denominator, 'down')
}

/** Computes a trade at current reserves. Pure. @throws exchange.* if the trade is not allowed */
export function weigh(
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

/** A holder's request. `amount` has at most 2 decimals; `least` is the minimum accepted. Both are decimal strings. */
export type TradeAsked = {
  readonly input: {
    readonly exchangeId: number
    readonly direction: Direction
    readonly amount: string
    readonly least: string
  }
  readonly call: Pick<SessionCall, 'walletId' | 'requestId' | 'now' | 'wall' | 'secrets' | 'givenCode'> & {
    readonly tx: Tx
  }
}
type Asked = TradeAsked & { readonly pair: PairId; readonly give: Coin }
type Decided = { readonly worked: WorkedOut; readonly receipt: Omit<NewReceipt, 'tradeId'> }

/** @throws exchange.pair_missing */
function readAsked({ input, call }: TradeAsked): Asked {
  const pair = pairOf(input.exchangeId)
  return { input, call, pair, give: sidesOf(pair, input.direction).give }
}

/**
 * Makes trades of different wallets, in input order. A trade's ledger entry has its call's `requestId` as key. A refused trade writes
 * nothing.
 */
export async function makeTrades(calls: readonly TradeAsked[], tx: Tx): Promise<Outcome<Receipt>[]> {
  const { now } = (calls[0] as TradeAsked).call
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
    // Must be the last check, because it consumes the verification code.
    await outflows.authorize(call, { wallet, value: weighed.value, isExchange: true })
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
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome : { answer: receipts.shift() as Receipt }))
}

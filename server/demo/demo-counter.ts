import * as v from 'valibot'
import { gateCalls } from '#features/investing/gates/gates.api.ts'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { disableAd, listAds, otcRules, postAd, removeAd } from '#features/otc/ads/ads.contract.ts'
import {
  getTransaction,
  listTransactions,
  markPaid,
  releaseCoins,
  takeAd,
} from '#features/otc/orders/transactions.contract.ts'
import { otcCalls } from '#features/otc/otc.api.ts'
import type { AdRow, TransactionRow } from '#features/otc/otc-fields.ts'
import { walletsWithoutKey } from '#identity/demo-wallets.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { Refusal } from '#kit/failure.ts'
import type { Db } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import { type Dice, seededDice } from '#kit/text/random.ts'
import { type Clock, minuteMs } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { type Repeated, repeat } from '../loops/repeat.ts'

export type DemoCounter = {
  readonly db: Db
  readonly clock: Clock
  readonly wall: Clock
  readonly secrets: Secrets
}

const fiatsMax = 2
/** One trader per country. Together they cover all currencies. */
const homes = 'SG DE AE BR CH HK ID IN JP KR KZ MY PK TH TW VN'.split(' ')
const openMax = 2
/** USDT. */
const ad = { amount: '400', least: '20', most: '200' } as const
const terms = 'Demo: nobody pays real money here.'
const payerName = 'Demo holder'
const details = { holder: payerName, bank: 'Demo bank', account: 'DEMO0000' }

/** Runs a call under its normal rules for a wallet without a device. @returns undefined if refused */
async function callFor<C extends Contract>(
  { db, clock, wall, secrets }: DemoCounter,
  walletId: WalletId,
  contract: C,
  input: CallInputOf<C>,
): Promise<OutputOf<C> | undefined> {
  const found = [...otcCalls, ...gateCalls].find((each) => each.contract === contract)
  expect(found, `${contract.path} is implemented`)
  const requestId = `demo:${crypto.randomUUID()}`
  const call = {
    ...{ db, clock, now: clock.now(), wall: wall.now(), secrets, requestId, walletId, sessionId: 'demo' as SessionId },
    ...{ ip: '', origin: '', userAgent: 'demo' },
  }
  const read = v.parse(contract.input, input)
  try {
    const made = found.transactional ? db.transaction((tx) => found.run(read, { ...call, tx })) : found.run(read, call)
    return (await made) as OutputOf<C>
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

const isBelow = (one: string, other: string): boolean => (parseUnits(one) ?? 0n) < (parseUnits(other) ?? 0n)

/** As buyer, marks a trade as paid. As seller, releases the coins of a paid one. */
async function goOn(deps: DemoCounter, walletId: WalletId, { id, side, state }: TransactionRow): Promise<void> {
  if (side === 'buy' && state === 'initialised') await callFor(deps, walletId, markPaid, { id, payerName })
  if (side !== 'sell' || state !== 'paid') return
  const whole = await callFor(deps, walletId, getTransaction, { id })
  if (whole) await callFor(deps, walletId, releaseCoins, { id, payerName: whole.payerName })
}

async function keepAds(deps: DemoCounter, walletId: WalletId, place: number): Promise<void> {
  const home = homes[place % homes.length] ?? ''
  const before = await callFor(deps, walletId, otcRules, {})
  const moved = before?.region === home ? undefined : await callFor(deps, walletId, declareRegion, { region: home })
  const rules = moved ? await callFor(deps, walletId, otcRules, {}) : before
  if (rules?.state !== 'on') return
  const own = (await callFor(deps, walletId, listAds, { mine: '1' }))?.items ?? []
  for (const { id, left, own: ownPart } of own)
    if (isBelow(left, ad.least) && ownPart?.bound === '0') {
      await callFor(deps, walletId, disableAd, { id })
      await callFor(deps, walletId, removeAd, { id })
    }
  // `rules.fiats` ends with the home currency.
  const fiats = rules.fiats.toReversed().slice(0, fiatsMax)
  for (const side of ['sell', 'buy'] as const)
    for (const [nth, { fiat }] of fiats.entries())
      if (!own.some((each) => each.fiat === fiat && each.side === side)) {
        const margin = (side === 'sell' ? 1 : -1) * (20 + 15 * ((place + nth) % 5))
        const methods = [{ paymentMethod: 1, ...(side === 'sell' ? { details } : {}) }]
        await callFor(deps, walletId, postAd, { ...ad, side, fiat, margin, window: 30, terms, methods })
      }
}

async function take(deps: DemoCounter, walletId: WalletId, traders: readonly WalletId[], dice: Dice): Promise<void> {
  const fiat = (await callFor(deps, walletId, otcRules, {}))?.fiats[0]?.fiat
  if (!fiat) return
  const side = dice.chance(0.5) ? 'buy' : 'sell'
  const listed = (await callFor(deps, walletId, listAds, { side, fiat }))?.items ?? []
  const theirs = listed.filter(({ maker, left }) => isTrader(traders, maker.walletId) && !isBelow(left, ad.most))
  const found: AdRow | undefined = theirs[dice.below(Math.max(1, theirs.length))]
  if (!found) return
  const amount = `${20 + 10 * dice.below(13)}`
  const paid = { paymentMethod: 1, ...(side === 'sell' ? { details } : {}) }
  await callFor(deps, walletId, takeAd, { id: found.id, amount, price: found.price, ...paid })
}
const isTrader = (traders: readonly string[], walletId: string): boolean => traders.includes(walletId)

/** Demo traders use the normal calls. Only demo databases have wallets without a key. */
export async function tradeAtDemoCounter(deps: DemoCounter, dice: Dice): Promise<void> {
  const traders = await walletsWithoutKey(deps.db, homes.length)
  if (traders.length < 2) return
  let open = 0
  for (const [place, walletId] of traders.entries()) {
    const mine = (await callFor(deps, walletId, listTransactions, { open: '1' }))?.items ?? []
    open += mine.length
    for (const each of mine) await goOn(deps, walletId, each)
    await keepAds(deps, walletId, place)
  }
  const taker = traders[dice.below(traders.length)]
  if (taker && open / 2 < openMax && dice.chance(0.3)) await take(deps, taker, traders, dice)
}

export function keepDemoCounter(deps: DemoCounter, onError: (error: unknown) => void): Repeated {
  const dice = seededDice(deps.wall.now().getTime() % 1_000_000)
  return repeat({ everyMs: minuteMs / 2 }, () => tradeAtDemoCounter(deps, dice), onError)
}

import { divide, rateOf } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { expect } from '#kit/expect.ts'
import { company } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { isMore } from '#market/prices/value.ts'
import { demoUnits, maximumValueUnits, noTerm } from '../../terms/demo-product.ts'
import { accountsOf, giveBack, moving, payIn } from '../../terms/legs.ts'
import type { CardLine, DayFacts, PlainLine, Start } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { piecesMost } from '../../terms/purchase.ts'
import { exit, payer } from '../../terms/quiz.ts'
import { percent } from '../../terms/share.ts'
import { releaseUnits } from '../../terms/speed.ts'

/** Spec point 3; PRODUCT.md part 3. */
const codes = { bought: 108, released: 109, cancelled: 110, drawn: 14, granted: 0 } as const

const capital = company('capital')

export function paysOf({ terms, id }: Order): Coin {
  expect(terms.pays, `package ${id} pays a coin`)
  return terms.pays
}

/** Granted by the operator without payment. */
export const isGift = ({ terms, baseUnits }: Order): boolean => terms.line === 'package' && baseUnits === 0n

function open(order: Order): readonly Posting[] {
  const coins = { from: capital, to: accountsOf(order).promised, asset: paysOf(order), units: order.promiseUnits }
  if (isGift(order)) return moving([{ ...coins, code: codes.granted }])
  return moving([...payIn(order, codes.bought), coins])
}

function cancel(order: Order): readonly Posting[] {
  const coins = { from: accountsOf(order).promised, to: capital, asset: paysOf(order), units: order.promiseUnits }
  return moving([...giveBack(order, codes.cancelled), coins])
}

/**
 * Recalculates the amount at the current price, except for grants. Cancels an order that capital cannot cover, or that starts while the
 * coin rises faster than its daily limit.
 */
function start(order: Order, facts: DayFacts): Start {
  if (isGift(order)) return { postings: [], change: { state: 'to_be_released' } }
  const { principal, promised } = accountsOf(order)
  const pays = paysOf(order)
  const [price, unbounded] = [facts.usdt(pays, 'handedOut'), facts.usdt(pays, 'unbounded')]
  const isRising = !!price && !!unbounded && isMore(unbounded, price)
  const number = price && !isRising ? coinsFor(order.baseUnits, price) : 0n
  const more = number - order.promiseUnits
  if (number === 0n || more > facts.capital(pays)) return { postings: cancel(order), cancelled: true }
  const adjusted =
    more < 0n
      ? { from: promised, to: capital, asset: pays, units: -more }
      : { from: capital, to: promised, asset: pays, units: more }
  const paid = { from: principal, to: company('sales'), asset: order.terms.base, units: order.baseUnits }
  return { postings: moving([paid, adjusted]), change: { state: 'to_be_released', promiseUnits: number } }
}

/** `price` in USDT per coin; rounded down. */
export function coinsFor(usdtUnits: bigint, price: { numerator: bigint; denominator: bigint }): bigint {
  return price.numerator === 0n ? 0n : divide(usdtUnits * price.denominator, price.numerator, 'down')
}

const releaseOf = (order: Order, facts: DayFacts): bigint =>
  releaseUnits(
    order.promiseUnits,
    rateOf(order.terms.releasePerDay ?? '0'),
    facts.speed(order.walletId),
    facts.promised(order, paysOf(order)),
  )

function accrue(order: Order, facts: DayFacts): readonly Posting[] {
  const { promised, wallet } = accountsOf(order)
  const units = releaseOf(order, facts)
  return moving([{ from: promised, to: wallet, asset: paysOf(order), units, code: codes.released }])
}

/** A share of the coins left, rounded down. */
export function drawn(order: Order, left: bigint, share: string): readonly Posting[] {
  const { promised, wallet } = accountsOf(order)
  const { numerator, denominator } = rateOf(share)
  const units = divide(left * numerator, denominator, 'down')
  return moving([{ from: promised, to: wallet, asset: paysOf(order), units, code: codes.drawn }])
}

function card({ base, lineTerms }: Product): readonly CardLine[] {
  expect(lineTerms?.pays && lineTerms.releasePerDay, 'a package pays a coin, part by part')
  const { pays, releasePerDay } = lineTerms
  const { numerator, denominator } = rateOf(releasePerDay)
  return [
    {
      part: 'worst',
      text: 'card.package.worst',
      params: { base, pays, days: String(divide(denominator, numerator, 'up')) },
    },
    { part: 'payer', text: 'card.package.payer', params: { pays } },
    { part: 'formula', text: 'card.package.formula', params: { base, pays, share: percent(releasePerDay) } },
    { part: 'formula', text: 'card.package.start', params: { base, pays } },
    { part: 'fees', text: 'card.package.fees', params: {} },
    { part: 'lock', text: 'card.package.lock', params: {} },
    { part: 'exit', text: 'card.package.exit', params: { base } },
    { part: 'earn', text: 'card.package.earn', params: { base, pays } },
  ]
}

const releasePerDay = '0.005'
const demoTerms = {
  line: 'package',
  base: 'USDT',
  side: undefined,
  minimumUnits: demoUnits('10'),
  maximumValueUnits,
  powerPerDay: '0',
  exitFee: undefined,
  periods: [noTerm],
} as const

/** Coins come from company capital, reserved immediately and released daily. The price is company income. */
export const assetPackage: PlainLine & { readonly id: 'package' } = {
  id: 'package',
  codes: { coin: [codes.bought, codes.released, codes.cancelled, codes.drawn], power: [] },
  card,
  quiz: {
    worst: { right: 'quiz.worst.package', other: 'quiz.worst.ratio' },
    payer: payer.notPower('quiz.payer.package'),
    // The price is permanently spent, so `quiz.lock.for_good` would not be a wrong answer.
    lock: { right: 'quiz.lock.release', other: 'quiz.lock.none' },
    exit: exit.shut,
  },
  demo: [
    { ...demoTerms, id: 26, lineTerms: { pays: 'ATMC', releasePerDay } },
    { ...demoTerms, id: 27, lineTerms: { pays: 'ATMX', releasePerDay } },
    { ...demoTerms, id: 28, lineTerms: { pays: 'WLD', releasePerDay } },
  ],
  oneEntry: true,
  piecesMost,
  holds: { coins: 'nothing', setAside: { less: [codes.released, codes.drawn] } },
  open,
  cancel,
  start,
  accrue,
  isDone: (order, facts) => facts.promised(order, paysOf(order)) <= releaseOf(order, facts),
  /** No term; before its start everything is returned. */
  close: (order) => ({ postings: cancel(order), returned: [] }),
  source: { from: capital },
}

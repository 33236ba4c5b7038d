import { divide, rateOf } from '#kit/amount.ts'
import type { Coin } from '#kit/assets.ts'
import { expect } from '#kit/expect.ts'
import { house } from '#ledger/chart.ts'
import type { Posting } from '#ledger/entry.ts'
import { isMore } from '#market/value.ts'
import { demoUnits, maximumValueUnits, noTerm } from '../../terms/demo-product.ts'
import { accountsOf, giveBack, moving, payIn } from '../../terms/legs.ts'
import type { CardLine, DayFacts, PlainLine, Start } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { piecesMost } from '../../terms/purchase.ts'
import { exit, payer } from '../../terms/quiz.ts'
import { percent } from '../../terms/share.ts'
import { releaseUnits } from '../../terms/speed.ts'

/** Record codes of the line (spec point 3; PRODUCT.md part 3). */
const codes = { bought: 108, released: 109, cancelled: 110, drawn: 14, granted: 0 } as const

const capital = house('capital')

/** The coin a package pays. */
export function paysOf({ terms, id }: Order): Coin {
  expect(terms.pays, `package ${id} pays a coin`)
  return terms.pays
}

/** A package the operator gave: nothing was paid for it. */
export const isGift = ({ terms, baseUnits }: Order): boolean => terms.line === 'package' && baseUnits === 0n

/** The price waits in the order's principal; the coins are set aside for it alone. */
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
 * The number is set anew at the price of this moment. What cannot be covered is cancelled whole, and so is what would begin while the
 * coin rises by more than its value may follow in a day. A grant has its number.
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
  const paid = { from: principal, to: house('sales'), asset: order.terms.base, units: order.baseUnits }
  return { postings: moving([paid, adjusted]), change: { state: 'to_be_released', promiseUnits: number } }
}

/** How many coins so much USDT buys at a price (USDT for one), rounded down. */
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

/** What a draw unlocks: a part of what is left, rounded down. */
export function drawn(order: Order, left: bigint, share: string): readonly Posting[] {
  const { promised, wallet } = accountsOf(order)
  const { numerator, denominator } = rateOf(share)
  const units = divide(left * numerator, denominator, 'down')
  return moving([{ from: promised, to: wallet, asset: paysOf(order), units, code: codes.drawn }])
}

/** The card, worst case first. */
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

/** Released in 200 days: 0.5 % of the whole a day. */
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

/**
 * Asset packages: coins bought out of the company's capital, set aside at once and released day by day; the price is income. A package
 * waits to be released from its start on and ends with its last coin.
 */
export const assetPackage: PlainLine & { readonly id: 'package' } = {
  id: 'package',
  codes: { coin: [codes.bought, codes.released, codes.cancelled, codes.drawn], power: [] },
  card,
  quiz: {
    worst: { right: 'quiz.worst.package', other: 'quiz.worst.ratio' },
    payer: payer.notPower('quiz.payer.package'),
    // Its price is spent as well: that answer would not be wrong.
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
  /** It has no term: closed before its start, everything goes back where it came from. */
  close: (order) => ({ postings: cancel(order), returned: [] }),
  source: { from: capital },
}

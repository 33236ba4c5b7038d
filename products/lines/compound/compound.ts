import { divide, lesser, multiply, rateOf } from '#kit/amount.ts'
import { expect } from '#kit/expect.ts'
import { issued, poolFree } from '#ledger/chart.ts'
import type { Posting } from '#ledger/entry.ts'
import { demoUnits, maximumValueUnits, noTerm } from '../../terms/demo-product.ts'
import { accountsOf, giveBack, legsOf, moving, payIn } from '../../terms/legs.ts'
import type { CardLine, DayFacts, PoolLine, Taking } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { exit, lock, payer, worst } from '../../terms/quiz.ts'
import { percent } from '../../terms/share.ts'

/** Record codes of the line (spec point 3). */
const codes = { joined: 6, takenOut: 12, income: 113, startPower: 8, dailyPower: 9, powerTaken: 10 } as const

/** POWER at the start of an order worth so much, rounded down. */
const startPower = ({ terms }: Order, valueUnits: bigint): bigint =>
  multiply(valueUnits, rateOf(terms.startPower ?? '0'), 'down')

/** POWER of a day: a part of what the principal is worth that day, rounded down. None on a day without a price. */
function dailyPower(order: Order, facts: DayFacts): readonly Posting[] {
  const price = facts.usdt(order.terms.base, 'earns')
  if (!price) return []
  const value = multiply(facts.principal(order, order.terms.base), price, 'down')
  const units = multiply(value, rateOf(order.terms.powerPerDay), 'down')
  const { wallet } = accountsOf(order)
  return moving([{ from: issued, to: wallet, asset: 'POWER', units, code: codes.dailyPower }])
}

/**
 * A part leaves. The order's value shrinks in proportion, and with it what its start had granted: over all parts exactly that is taken
 * back, as far as it is there. The row is written anew from the ledger: what stays in it, and the income until now.
 */
function take(order: Order, units: bigint, held: { principal: bigint; power: bigint }): Taking {
  expect(units > 0n && units <= held.principal, `order ${order.id} holds what is taken out of it`)
  const { wallet, principal } = accountsOf(order)
  const left = held.principal - units
  const valueUnits = divide(order.valueUnits * left, held.principal, 'down')
  const share = startPower(order, order.valueUnits) - startPower(order, valueUnits)
  const power = lesser(share, held.power)
  const paidUnits = order.paidUnits + held.principal - order.baseUnits
  return {
    postings: moving([
      { from: principal, to: wallet, asset: order.terms.base, units, code: codes.takenOut },
      { from: wallet, to: issued, asset: 'POWER', units: power, code: codes.powerTaken },
    ]),
    power,
    change:
      left === 0n
        ? { state: 'ended', baseUnits: held.principal, paidUnits }
        : { baseUnits: left, valueUnits, paidUnits },
  }
}

/** The card, worst case first. */
function card({ base, powerPerDay, lineTerms }: Product): readonly CardLine[] {
  return [
    { part: 'worst', text: 'card.compound.worst', params: { base } },
    { part: 'payer', text: 'card.compound.payer', params: { base } },
    { part: 'formula', text: 'card.compound.formula', params: { most: percent(lineTerms?.mostPerDay ?? '0') } },
    {
      part: 'formula',
      text: 'card.compound.power',
      params: { start: lineTerms?.startPower ?? '0', power: powerPerDay },
    },
    { part: 'fees', text: 'card.compound.fees', params: {} },
    { part: 'lock', text: 'card.compound.lock', params: {} },
    { part: 'exit', text: 'card.compound.exit', params: {} },
    { part: 'exit', text: 'card.compound.exit_any', params: {} },
    { part: 'earn', text: 'card.compound.earn', params: {} },
  ]
}

/** Any amount from about 1 USDT on. At most 0.02 % a day. */
const demoTerms = {
  line: 'compound',
  side: undefined,
  maximumValueUnits,
  exitFee: undefined,
  periods: [noTerm],
  powerPerDay: '0.0005',
  lineTerms: { mostPerDay: '0.0002', startPower: '0.1' },
} as const

/**
 * The compound pool: one coin, no rounds and no lock; each day's share joins the principal, and any part may be taken out any time.
 * Adding is an order of its own: each has the card it was bought under, starts at its own midnight and grows by itself, so that no
 * order ever changes its terms and only coins that were there all day share in a day.
 */
export const compound: PoolLine & { readonly id: 'compound' } = {
  id: 'compound',
  codes: { coin: [codes.joined, codes.takenOut, codes.income], power: [8, 9, 10] },
  card,
  quiz: {
    worst: worst.notSpent('quiz.worst.nothing_paid'),
    payer: payer.notPower('quiz.payer.pool_share'),
    lock: lock.notForGood('quiz.lock.none'),
    exit: exit.open('quiz.exit.any_part'),
  },
  demo: [
    { ...demoTerms, id: 20, base: 'USDT', minimumUnits: demoUnits('1') },
    { ...demoTerms, id: 21, base: 'ATMC', minimumUnits: demoUnits('20') },
  ],
  pool: {
    coins: ['USDT', 'ATMC'],
    incomeCodes: [codes.income],
    keepsRest: 'a pot for each coin',
    demo: { USDT: '20000', ATMC: '200000' },
  },
  holds: { coins: { andIncome: codes.income } },
  open: (order) => payIn(order, codes.joined),
  cancel: (order) => giveBack(order, codes.takenOut),
  start: (order) => {
    const units = startPower(order, order.valueUnits)
    const { wallet } = accountsOf(order)
    return { postings: moving([{ from: issued, to: wallet, asset: 'POWER', units, code: codes.startPower }]) }
  },
  accrue: dailyPower,
  share: {
    pool: 'compound',
    potOf: ({ terms }) => terms.base,
    weight: (order, facts) => facts.principal(order, order.terms.base),
    most: (order, asset, facts) => {
      const principal = facts.principal(order, order.terms.base)
      return asset === order.terms.base ? multiply(principal, rateOf(order.terms.mostPerDay ?? '0'), 'down') : 0n
    },
    pay: (order, asset, units) =>
      moving([{ from: poolFree('compound'), to: accountsOf(order).principal, asset, units, code: codes.income }]),
  },
  /** It has no term; were it ever closed by its line, what was put in would come back. */
  close: (order) => ({ postings: giveBack(order, codes.takenOut), returned: legsOf(order) }),
  endsAtWill: true,
  grows: true,
  take,
}

import { divide, lesser, multiply, rateOf } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { issued, poolFree } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { demoUnits, maximumValueUnits, noTerm } from '../../terms/demo-product.ts'
import { accountsOf, giveBack, legsOf, moving, payIn } from '../../terms/legs.ts'
import type { CardLine, DayFacts, PoolLine, Taking } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { exit, lock, payer, worst } from '../../terms/quiz.ts'
import { percent } from '../../terms/share.ts'

/** Record codes (spec point 3). */
const codes = { joined: 6, takenOut: 12, income: 113, startPower: 8, dailyPower: 9, powerTaken: 10 } as const

const startPower = ({ terms }: Order, valueUnits: bigint): bigint =>
  multiply(valueUnits, rateOf(terms.startPower ?? '0'), 'down')

/** Rounded down. No POWER without a price. */
function dailyPower(order: Order, facts: DayFacts): readonly Posting[] {
  const price = facts.usdt(order.terms.base, 'earns')
  if (!price) return []
  const value = multiply(facts.principal(order, order.terms.base), price, 'down')
  const units = multiply(value, rateOf(order.terms.powerPerDay), 'down')
  const { wallet } = accountsOf(order)
  return moving([{ from: issued, to: wallet, asset: 'POWER', units, code: codes.dailyPower }])
}

/**
 * Value and start POWER shrink in proportion. All partial withdrawals together take back exactly the start POWER, limited to the POWER
 * held.
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
 * No rounds and no lock; daily income joins the principal. Each addition is a separate order with its own terms, so only coins present all
 * day earn.
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
  /** No term. If the product line closes, deposits are returned. */
  close: (order) => ({ postings: giveBack(order, codes.takenOut), returned: legsOf(order) }),
  endsAtWill: true,
  grows: true,
  take,
}

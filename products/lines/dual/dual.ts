import { divide, multiply, parseUnits, rateOf } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { issued, poolFree, poolRetired } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { base as baseCoins } from '#ledger/posting/move.ts'
import { tradeFee } from '#market/market.ts'
import { demoUnits, maximumValueUnits } from '../../terms/demo-product.ts'
import { accountsOf, dailyPower, giveBack, legsOf, moving, payIn } from '../../terms/legs.ts'
import type { CardLine, Closing, Ending, Moved, PoolLine, Renewal } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { exit, lock, payer, worst } from '../../terms/quiz.ts'
import { isZero, percent } from '../../terms/share.ts'

/** Record codes (spec point 3). */
const codes = { bought: 8, cancelled: 9, ended: 18, income: 112, dailyPower: 2, retiredPower: 13 } as const

const pool = poolFree('dual')

function open(order: Order): readonly Posting[] {
  const { promised } = accountsOf(order)
  const promise = { from: pool, to: promised, asset: order.terms.base, units: order.promiseUnits }
  return moving([...payIn(order, codes.bought), promise])
}

function cancel(order: Order): readonly Posting[] {
  const { promised } = accountsOf(order)
  const promise = { from: promised, to: pool, asset: order.terms.base, units: order.promiseUnits }
  return moving([...giveBack(order, codes.cancelled), promise])
}

/** The full interest joins unless the order would exceed the maximum investment, valued at the opening price. */
function joining(order: Order): bigint {
  const maximum = parseUnits(order.terms.maximumValue)
  expect(maximum !== undefined, `order ${order.id} has a maximum`)
  const grown = order.baseUnits + order.promiseUnits
  if (divide(order.valueUnits * grown, order.baseUnits, 'down') <= maximum) return order.promiseUnits
  const allowed = divide(order.baseUnits * maximum, order.valueUnits, 'down') - order.baseUnits
  return allowed > 0n ? allowed : 0n
}

const nextPromise = (order: Order): bigint =>
  multiply(order.baseUnits + joining(order), rateOf(order.terms.rate), 'down')

function setAside(order: Order, units: bigint): readonly Posting[] {
  const { promised } = accountsOf(order)
  return moving([{ from: pool, to: promised, asset: order.terms.base, units }])
}

function renew(order: Order, promise: bigint): Renewal {
  const { wallet, principal, promised } = accountsOf(order)
  const { base } = order.terms
  const joined = joining(order)
  const baseUnits = order.baseUnits + joined
  return {
    postings: moving([
      { from: promised, to: principal, asset: base, units: joined, code: codes.income },
      { from: promised, to: wallet, asset: base, units: order.promiseUnits - joined, code: codes.income },
    ]),
    joined,
    next: {
      baseUnits,
      promiseUnits: promise,
      valueUnits: divide(order.valueUnits * baseUnits, order.baseUnits, 'down'),
    },
  }
}

function close(order: Order, ending: Ending): Closing {
  const { wallet, principal, promised } = accountsOf(order)
  const { base } = order.terms
  const payout: Posting[] = [
    { from: principal, to: wallet, asset: base, units: order.baseUnits, code: codes.ended },
    { from: promised, to: wallet, asset: base, units: order.promiseUnits, code: codes.income },
  ]
  const paid: Moved = { asset: base, units: order.baseUnits + order.promiseUnits }
  const [, sideCoin] = legsOf(order)
  if (!sideCoin) return { postings: moving(payout), returned: [paid] }
  // Only the holder's choice costs the second coin. If the company ends the order, that coin is returned.
  if (ending !== 'reinvest_off')
    return {
      postings: moving([...payout, { from: principal, to: wallet, ...sideCoin, code: codes.ended }]),
      returned: [paid, sideCoin],
    }
  const power = order.sideValueUnits
  return {
    postings: moving([
      ...payout,
      { from: principal, to: poolRetired(), ...sideCoin, code: codes.ended },
      { from: issued, to: wallet, asset: 'POWER', units: power, code: codes.retiredPower },
    ]),
    returned: [paid],
    retired: sideCoin,
    power,
  }
}

function card(product: Product): readonly CardLine[] {
  const { base, side, periods } = product
  expect(side, 'two coins go into this line')
  const shares = periods.filter((period) => !isZero(period.sideShare)).map(({ sideShare }) => percent(sideShare))
  const share = [...new Set(shares)].join(' / ') || '0'
  const free = periods.filter((period) => isZero(period.sideShare)).map((period) => period.days)
  const fee = percent('0.003')
  expect(tradeFee.numerator * 1_000n === tradeFee.denominator * 3n, 'the card names the fee of a trade')
  return [
    { part: 'worst', text: 'card.dual.worst', params: { base, side, share } },
    { part: 'payer', text: 'card.dual.payer', params: {} },
    {
      part: 'formula',
      text: 'card.dual.formula',
      params: {
        base,
        rates: periods.map((period) => `${percent(period.rate)} %`).join(' / '),
        days: periods.map((period) => period.days).join(' / '),
        power: product.powerPerDay,
      },
    },
    free.length > 0
      ? { part: 'formula', text: 'card.dual.side', params: { base, side, share, freeDays: free.join(' / ') } }
      : { part: 'formula', text: 'card.dual.side_always', params: { base, side, share } },
    { part: 'fees', text: 'card.dual.fees', params: {} },
    { part: 'lock', text: 'card.dual.lock', params: {} },
    { part: 'exit', text: 'card.dual.exit', params: {} },
    { part: 'exit', text: 'card.dual.exit_later', params: { base, side } },
    { part: 'exit', text: 'card.dual.exit_renewal', params: { side } },
    { part: 'earn', text: 'card.dual.earn', params: { fee } },
  ]
}

/**
 * PRODUCT.md parts 6 and 17. A one-day round needs no second coin. Ending an order costs so little that at today's payouts it breaks even
 * in a month or two (decision 65).
 */
const demoTerms = {
  line: 'dual',
  maximumValueUnits,
  powerPerDay: '0.003',
  exitFee: undefined,
  periods: [
    { days: 1, rate: '0.0001', sideShare: '0' },
    { days: 7, rate: '0.001', sideShare: '0.01' },
    { days: 15, rate: '0.0024', sideShare: '0.02' },
    { days: 30, rate: '0.0055', sideShare: '0.04' },
  ],
} as const
/** Assumed: slightly better than the same round elsewhere, sold by reservation with a daily quota, first come first served. */
const reserved = {
  periods: [{ days: 30, rate: '0.006', sideShare: '0.04' }],
  quotaUnits: demoUnits('20000'),
  needsReservation: true,
} as const

export const dual: PoolLine & { readonly id: 'dual' } = {
  id: 'dual',
  codes: { coin: [8, 9, 18, 112], power: [2, 13] },
  card,
  quiz: {
    worst: worst.notSpent('quiz.worst.side_gone'),
    payer: payer.notPower('quiz.payer.set_aside'),
    lock: lock.notForGood('quiz.lock.round'),
    exit: exit.open('quiz.exit.reinvest_off'),
  },
  demo: [
    { ...demoTerms, id: 1, base: 'USDT', side: 'ATMC', minimumUnits: demoUnits('10') },
    { ...demoTerms, id: 2, base: 'WLD', side: 'ATMX', minimumUnits: demoUnits('5') },
    { ...demoTerms, ...reserved, id: 7, base: 'USDT', side: 'ATMC', minimumUnits: demoUnits('100') },
  ],
  pool: { coins: baseCoins, incomeCodes: [codes.income], demo: { USDT: '50000', WLD: '20000' } },
  open,
  cancel,
  /** POWER of 0.3 % of the order's value per day. */
  accrue: (order) => dailyPower(order, codes.dailyPower),
  accruesPower: codes.dailyPower,
  close,
  fixed: { pool: 'dual', nextPromise, setAside, renew },
}

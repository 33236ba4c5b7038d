import { divide, showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { priced } from '../../terms/demo-product.ts'
import { accountsOf, moving } from '../../terms/legs.ts'
import type { BuyerFacts, CardLine, DayFacts } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { piecesMost } from '../../terms/purchase.ts'
import { expectStar, starLine, termWeight } from '../../terms/star-line.ts'

/** Record codes (spec point 3). */
const codes = { bought: 34, paid: 35, cancelled: 36 } as const
const coin = 'ATMC'
/** Spec: exit at 3 times the price. */
export const capTimes = 3n
/** 1 % of the price. */
const dayPart = 100n
export const mostPerDay = showUnits(unitsPerOne / dayPart)

/** The buyer must acknowledge an exited machine first. @throws invest.star_needed, invest.exit_before_reinvest */
function gate(buyer: BuyerFacts): void {
  expectStar(buyer)
  if (buyer.hasExited) fail('invest.exit_before_reinvest')
}

/** Daily maximum in coins at that day's price, rounded down. */
function most(order: Order, facts: DayFacts): bigint {
  const price = facts.usdt(coin, 'handedOut')
  if (!price || price.numerator === 0n) return 0n
  return divide(order.valueUnits * price.denominator, dayPart * price.numerator, 'down')
}

function card({ base, minimumUnits, periods }: Product): readonly CardLine[] {
  const [price, hash] = [showUnits(minimumUnits), periods[0]?.weight ?? '0']
  const times = String(capTimes)
  return [
    { part: 'worst', text: 'card.machine.worst', params: { price, base, coin } },
    { part: 'payer', text: 'card.machine.payer', params: { coin } },
    { part: 'formula', text: 'card.machine.formula', params: { hash, coin } },
    { part: 'formula', text: 'card.machine.cap', params: { times, coin } },
    { part: 'fees', text: 'card.machine.fees', params: {} },
    { part: 'lock', text: 'card.machine.lock', params: { base } },
    { part: 'exit', text: 'card.machine.exit', params: {} },
    { part: 'earn', text: 'card.machine.earn', params: { price, base } },
  ]
}

/** A machine shares the machine pool until it has paid three times its price. This is a cap, not a promise. */
export const machine = starLine(
  {
    id: 'machine',
    card,
    piecesMost,
    gate: (_, buyer) => gate(buyer),
    payer: 'quiz.payer.machine_pool',
    pool: {
      coins: [coin],
      incomeCodes: [codes.paid],
      keepsRest: 'one pot',
      fullWeight: '1000',
      demo: { ATMC: '200000' },
    },
    /** Assumed: three models; more expensive ones have more hash rate per USDT. */
    demo: [
      { line: 'machine', id: 40, ...priced('500', '10') },
      { line: 'machine', id: 41, ...priced('1000', '22') },
      { line: 'machine', id: 42, ...priced('5000', '120') },
    ],
    share: {
      pool: 'machine',
      potOf: () => 'machine',
      weight: termWeight,
      fromRow: true,
      most: (order, _, facts) => most(order, facts),
      pay: (order, asset, units) =>
        moving([{ from: poolFree('machine'), to: accountsOf(order).wallet, asset, units, code: codes.paid }]),
      needsPrice: coin,
      cap: (order) => order.valueUnits * capTimes,
    },
  },
  { bought: codes.bought, cancelled: codes.cancelled, paid: [codes.paid] },
)

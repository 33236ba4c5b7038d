import { multiply, rateOf, unitsPerOne } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { company } from '#ledger/posting/chart.ts'
import { accountsOf, giveBack, legsOf, payIn } from './legs.ts'
import type { BuyerFacts, PoolLine, Start } from './line.ts'
import type { Order } from './order.ts'
import { exit, lock, payer, type QuizText, worst } from './quiz.ts'

/** @throws invest.star_needed */
export function expectStar({ star }: BuyerFacts): void {
  if (star === 0) fail('invest.star_needed')
}

/** The price goes to the company. */
function start(order: Order): Start {
  const { principal } = accountsOf(order)
  return {
    postings: legsOf(order).map((leg) => ({ from: principal, to: company('sales'), ...leg })),
  }
}

/** In 10⁻⁸. */
export const termWeight = ({ terms }: Order): bigint => multiply(unitsPerOne, rateOf(terms.weight ?? '0'), 'down')

export const starLine = <Id extends PoolLine['id']>(
  line: Pick<PoolLine, 'card' | 'gate' | 'share' | 'pool' | 'demo' | 'piecesMost'> & {
    readonly id: Id
    readonly payer: QuizText
  },
  codes: { readonly bought: number; readonly cancelled: number; readonly paid: readonly number[] },
): PoolLine & { readonly id: Id } => ({
  ...line,
  quiz: { worst: worst.spent, payer: payer.notPower(line.payer), lock: lock.forGood, exit: exit.shut },
  oneEntry: true,
  holds: { coins: 'nothing' },
  codes: { coin: [codes.bought, codes.cancelled, ...codes.paid], power: [] },
  open: (order) => payIn(order, codes.bought),
  cancel: (order) => giveBack(order, codes.cancelled),
  start,
  accrue: () => [],
  accruesNothing: true,
  /** Without a term, only the cap closes an order. If closed before the start, the price is refunded. */
  close: (order) => ({ postings: giveBack(order, codes.cancelled), returned: legsOf(order) }),
})

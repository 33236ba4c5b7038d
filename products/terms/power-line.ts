import { divide, lesser, rateOf } from '#kit/amount/amount.ts'
import { expect } from '#kit/expect.ts'
import { company, issued } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { accountsOf, dailyPower, giveBack, legsOf, moving, payIn } from './legs.ts'
import type { Exit, Moved, PlainLine, PowerFacts } from './line.ts'
import type { Order } from './order.ts'
import { exit as leaving, lock, payer, worst } from './quiz.ts'

export type PowerCodes = {
  readonly bought: number
  readonly cancelled: number
  readonly ended: number
  readonly left: number
  readonly dailyPower: number
}
export const exitCodes = { fee: 107, power: 15 } as const

/** Takes back at most the available POWER. */
export function takenBack(order: Order, { granted, available }: PowerFacts): Posting {
  const units = lesser(granted, available)
  return { from: accountsOf(order).wallet, to: issued, asset: 'POWER', units, code: exitCodes.power }
}

/** The fee is the remainder after rounding each coin down. */
function exit(order: Order, facts: PowerFacts, code: number): Exit {
  const { wallet, principal } = accountsOf(order)
  const { exitFee } = order.terms
  expect(exitFee !== undefined, `order ${order.id} may be left early`)
  const { numerator, denominator } = rateOf(exitFee)
  const postings: Posting[] = []
  const returned: Moved[] = []
  const fee: Moved[] = []
  for (const { asset, units } of legsOf(order)) {
    const back = divide(units * (denominator - numerator), denominator, 'down')
    postings.push({ from: principal, to: wallet, asset, units: back, code })
    postings.push({ from: principal, to: company('fees'), asset, units: units - back, code: exitCodes.fee })
    returned.push({ asset, units: back })
    fee.push({ asset, units: units - back })
  }
  const power = takenBack(order, facts)
  return { postings: moving([...postings, power]), returned, fee, power: power.units }
}

/** Promises no coin, so it needs no pool and does not renew. */
export const powerLine = <Id extends PlainLine['id']>(
  line: Pick<PlainLine, 'card' | 'demo'> & { readonly id: Id },
  codes: PowerCodes,
): PlainLine & { readonly id: Id } => ({
  ...line,
  quiz: {
    worst: worst.notSpent('quiz.worst.coins_fall'),
    payer: payer.power,
    lock: lock.notForGood('quiz.lock.term'),
    exit: leaving.open('quiz.exit.fee'),
  },
  codes: {
    coin: [...new Set([codes.bought, codes.cancelled, codes.ended, codes.left, exitCodes.fee])],
    power: [codes.dailyPower, exitCodes.power],
  },
  open: (order) => payIn(order, codes.bought),
  cancel: (order) => giveBack(order, codes.cancelled),
  accrue: (order) => dailyPower(order, codes.dailyPower),
  accruesPower: codes.dailyPower,
  close: (order) => ({ postings: giveBack(order, codes.ended), returned: legsOf(order) }),
  exit: (order, power) => exit(order, power, codes.left),
})

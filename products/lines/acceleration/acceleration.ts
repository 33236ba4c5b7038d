import { multiply, rateOf } from '#kit/amount/amount.ts'
import { hourMs } from '#kit/time/clock.ts'
import { issued } from '#ledger/posting/chart.ts'
import type { Posting } from '#ledger/posting/entry.ts'
import { demoUnits, maximumValueUnits, noTerm } from '../../terms/demo-product.ts'
import { accountsOf, moving } from '../../terms/legs.ts'
import type { CardLine, DayFacts, PlainLine } from '../../terms/line.ts'
import type { Order, Product } from '../../terms/order.ts'
import { coolingOffMs } from '../../terms/order-time.ts'
import { exit, lock, worst } from '../../terms/quiz.ts'
import { percent } from '../../terms/share.ts'
import { speedSteps, stepAfterDays } from '../../terms/speed.ts'

const codes = { dailyPower: 14 } as const

/** A share of the marked coins' value, rounded down. No POWER while paused or without a price. */
function dailyPower(order: Order, facts: DayFacts): readonly Posting[] {
  const price = facts.usdt(order.terms.base, 'earns')
  if (!price || order.state !== 'earning') return []
  const units = multiply(multiply(order.baseUnits, price, 'down'), rateOf(order.terms.powerPerDay), 'down')
  const { wallet } = accountsOf(order)
  return moving([{ from: issued, to: wallet, asset: 'POWER', units, code: codes.dailyPower }])
}

function card({ base, powerPerDay, lineTerms }: Product): readonly CardLine[] {
  const step: CardLine = {
    part: 'formula',
    text: 'card.acceleration.step',
    params: {
      days: String(stepAfterDays),
      adds: speedSteps.map(({ adds }) => adds).join(' / '),
      ratios: speedSteps.map(({ ratio }) => percent(ratio)).join(' / '),
    },
  }
  return [
    { part: 'worst', text: 'card.acceleration.worst', params: {} },
    { part: 'payer', text: 'card.acceleration.payer', params: {} },
    { part: 'formula', text: 'card.acceleration.formula', params: {} },
    ...(lineTerms?.boost === '2.0' ? [step] : []),
    { part: 'formula', text: 'card.acceleration.power', params: { power: powerPerDay } },
    { part: 'fees', text: 'card.acceleration.fees', params: {} },
    { part: 'lock', text: 'card.acceleration.lock', params: { base } },
    { part: 'lock', text: 'card.acceleration.start', params: { hours: String(coolingOffMs / hourMs) } },
    { part: 'exit', text: 'card.acceleration.exit', params: {} },
    { part: 'exit', text: 'card.acceleration.exit_day', params: {} },
    { part: 'earn', text: 'card.acceleration.earn', params: {} },
  ]
}

const demoTerms = {
  line: 'acceleration',
  side: undefined,
  maximumValueUnits,
  exitFee: undefined,
  periods: [noTerm],
  powerPerDay: '0.0005',
} as const
const ofUsdt = { base: 'USDT', minimumUnits: demoUnits('1') } as const
const ofAtmc = { base: 'ATMC', minimumUnits: demoUnits('20') } as const

/** Marks compound principal of its coin to speed up the release of the wallet's packages. No coin moves. */
export const acceleration: PlainLine & { readonly id: 'acceleration' } = {
  id: 'acceleration',
  codes: { coin: [], power: [codes.dailyPower] },
  card,
  quiz: {
    worst: worst.notSpent('quiz.worst.no_faster'),
    payer: { right: 'quiz.payer.own_packages', other: 'quiz.payer.pair_fees' },
    lock: lock.notForGood('quiz.lock.none'),
    exit: exit.open('quiz.exit.any_part'),
  },
  demo: [
    { ...demoTerms, ...ofUsdt, id: 22, lineTerms: { boost: '1.0' } },
    { ...demoTerms, ...ofUsdt, id: 23, lineTerms: { boost: '2.0' } },
    { ...demoTerms, ...ofAtmc, id: 24, lineTerms: { boost: '1.0' } },
    { ...demoTerms, ...ofAtmc, id: 25, lineTerms: { boost: '2.0' } },
  ],
  oneEntry: true,
  open: () => [],
  cancel: () => [],
  accrue: dailyPower,
  close: () => ({ postings: [], returned: [] }),
  marks: true,
}

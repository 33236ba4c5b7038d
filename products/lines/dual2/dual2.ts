import { expect } from '#kit/expect.ts'
import { demoUnits, maximumValueUnits } from '../../terms/demo-product.ts'
import type { CardLine } from '../../terms/line.ts'
import type { Product } from '../../terms/order.ts'
import { exitPercent, powerFormula } from '../../terms/power-card.ts'
import { powerLine } from '../../terms/power-line.ts'
import { isZero, percent } from '../../terms/share.ts'

function card(product: Product): readonly CardLine[] {
  const { base, side, periods } = product
  expect(side, 'two coins go into this line')
  const share = percent(periods.find((period) => !isZero(period.sideShare))?.sideShare ?? '0')
  const fee = exitPercent(product)
  return [
    { part: 'worst', text: 'card.dual2.worst', params: { base, side, fee } },
    { part: 'payer', text: 'card.dual2.payer', params: {} },
    { part: 'formula', text: 'card.dual2.formula', params: powerFormula(product) },
    { part: 'formula', text: 'card.dual2.side', params: { base, side, share } },
    { part: 'fees', text: 'card.dual2.fees', params: { fee } },
    { part: 'lock', text: 'card.dual2.lock', params: {} },
    { part: 'exit', text: 'card.dual2.exit', params: {} },
    { part: 'exit', text: 'card.dual2.exit_early', params: { fee } },
    { part: 'exit', text: 'card.dual2.exit_end', params: { base, side } },
    { part: 'earn', text: 'card.dual2.earn', params: { fee } },
  ]
}

const demoTerms = {
  line: 'dual2',
  maximumValueUnits,
  powerPerDay: '0.005',
  exitFee: '0.05',
  periods: [30, 60, 90, 180].map((days) => ({ days, rate: '0', sideShare: '0.2' })),
} as const

export const dual2 = powerLine(
  {
    id: 'dual2',
    card,
    demo: [
      { ...demoTerms, id: 3, base: 'USDT', side: 'ATMC', minimumUnits: demoUnits('10') },
      { ...demoTerms, id: 4, base: 'WLD', side: 'ATMX', minimumUnits: demoUnits('5') },
    ],
  },
  { bought: 30, cancelled: 31, ended: 18, left: 31, dailyPower: 20 },
)

import { demoUnits, maximumValueUnits } from '../../terms/demo-product.ts'
import type { CardLine } from '../../terms/line.ts'
import type { Product } from '../../terms/order.ts'
import { exitPercent, powerFormula } from '../../terms/power-card.ts'
import { powerLine } from '../../terms/power-line.ts'

function card(product: Product): readonly CardLine[] {
  const { base } = product
  const fee = exitPercent(product)
  return [
    { part: 'worst', text: 'card.lockup.worst', params: { base, fee } },
    { part: 'payer', text: 'card.lockup.payer', params: {} },
    { part: 'formula', text: 'card.lockup.formula', params: powerFormula(product) },
    { part: 'fees', text: 'card.lockup.fees', params: { fee } },
    { part: 'lock', text: 'card.lockup.lock', params: { base } },
    { part: 'exit', text: 'card.lockup.exit', params: {} },
    { part: 'exit', text: 'card.lockup.exit_early', params: { base, fee } },
    { part: 'exit', text: 'card.lockup.exit_end', params: { base } },
    { part: 'earn', text: 'card.lockup.earn', params: { fee } },
  ]
}

/** Assumed: minimum amounts worth about 10 USDT, as in dual. */
const demoTerms = {
  line: 'lockup',
  side: undefined,
  maximumValueUnits,
  powerPerDay: '0.002',
  exitFee: '0.05',
  periods: [
    { days: 30, rate: '0', sideShare: '0', powerPerDay: '0.002' },
    { days: 90, rate: '0', sideShare: '0', powerPerDay: '0.003' },
    { days: 180, rate: '0', sideShare: '0', powerPerDay: '0.004' },
    { days: 360, rate: '0', sideShare: '0', powerPerDay: '0.006' },
  ],
} as const

export const lockup = powerLine(
  {
    id: 'lockup',
    card,
    demo: [
      { ...demoTerms, id: 5, base: 'ATMC', minimumUnits: demoUnits('200') },
      { ...demoTerms, id: 6, base: 'ATMX', minimumUnits: demoUnits('500') },
    ],
  },
  { bought: 106, cancelled: 32, ended: 32, left: 32, dailyPower: 24 },
)

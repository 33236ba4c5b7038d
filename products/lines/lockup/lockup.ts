import type { CardLine } from '../../terms/line.ts'
import type { Product } from '../../terms/order.ts'
import { exitPercent, powerFormula } from '../../terms/power-card.ts'
import { powerLine } from '../../terms/power-line.ts'

/** The card, worst case first. */
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

/** Lock-up mining: one coin for a term of daily POWER, the longer the more; it comes back at the end. */
export const lockup = powerLine(
  { id: 'lockup', card },
  { bought: 106, cancelled: 32, ended: 32, left: 32, dailyPower: 24 },
)

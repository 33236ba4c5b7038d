import type { Product } from './order.ts'
import { powerOf } from './purchase.ts'
import { percent } from './share.ts'

/** Days and POWER of each period, for the formula on a card. */
export const powerFormula = (product: Product) => ({
  days: product.periods.map((period) => period.days).join(' / '),
  powers: [...new Set(product.periods.map((period) => powerOf(product, period)))].join(' / '),
})

/** The fee of an early exit in percent, for a card. */
export const exitPercent = (product: Product): string => percent(product.exitFee ?? '0')

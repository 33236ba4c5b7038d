import type { Product } from './order.ts'
import { powerOf } from './purchase.ts'
import { percent } from './share.ts'

export const powerFormula = (product: Product) => ({
  days: product.periods.map((period) => period.days).join(' / '),
  powers: [...new Set(product.periods.map((period) => powerOf(product, period)))].join(' / '),
})

export const exitPercent = (product: Product): string => percent(product.exitFee ?? '0')

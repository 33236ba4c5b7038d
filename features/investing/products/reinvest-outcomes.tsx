import { showAmount } from '#ui/format.ts'
import type { useText } from '#ui/texts.ts'
import type { ProductItem, Quote } from '../orders/order-texts.tsx'
import type { Outcomes } from '../orders/ReinvestChoice.tsx'

/** What either choice at the end of a round means: in coins once an amount is quoted, in general before. */
export function outcomesOf(t: ReturnType<typeof useText>, product: ProductItem, quote: Quote | null): Outcomes {
  const sideCoin = product.side ?? ''
  if (!quote) return { on: t('reinvest.on_general'), off: t('reinvest.off_general', { side: sideCoin }) }
  const values = {
    base: `${showAmount(quote.base)} ${product.base}`,
    interest: `${showAmount(quote.interest, { exact: true })} ${product.base}`,
  }
  return {
    on: t('reinvest.on_brings', values),
    off: t('reinvest.off_brings', {
      ...values,
      side: `${showAmount(quote.side)} ${sideCoin}`,
      power: showAmount(quote.sidePower),
    }),
  }
}

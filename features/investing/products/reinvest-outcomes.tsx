import { showAmount } from '#ui/format.ts'
import type { useText } from '#ui/texts.ts'
import type { ProductItem, Quote } from '../orders/order-texts.tsx'
import type { Outcomes } from '../orders/ReinvestChoice.tsx'

type Say = ReturnType<typeof useText>
const isAbove = (amount: string): boolean => /[1-9]/.test(amount)

/** What either choice at the end of a round means, in the coins of a quote. */
export function quotedOutcomes(t: Say, { base, side }: ProductItem, quote: Quote): Outcomes {
  const values = {
    base: `${showAmount(quote.base)} ${base}`,
    interest: `${showAmount(quote.interest, { exact: true })} ${base}`,
  }
  return {
    on: t('reinvest.on_brings', values),
    off:
      side && isAbove(quote.side)
        ? t('reinvest.off_brings', {
            ...values,
            side: `${showAmount(quote.side)} ${side}`,
            power: showAmount(quote.sidePower),
          })
        : t('reinvest.off_brings_alone', values),
  }
}

/** The same where no amount is quoted, for a term that asks for so much side coin. */
export const generalOutcomes = (t: Say, { side }: Pick<ProductItem, 'side'>, sideShare = '0'): Outcomes => ({
  on: t('reinvest.on_general'),
  off: side && isAbove(sideShare) ? t('reinvest.off_general', { side }) : t('reinvest.off_general_alone'),
})

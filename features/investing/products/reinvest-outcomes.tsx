import { isAbove } from '#ui/format.ts'
import type { useText } from '#ui/texts.ts'
import type { ProductItem, Quote } from '../orders/order-texts.tsx'
import type { Outcomes } from '../orders/ReinvestChoice.tsx'
import { outcomesOf } from '../orders/reinvest-words.tsx'

type Say = ReturnType<typeof useText>

/** What either choice at the end of a round means, in the coins of a quote. */
export const quotedOutcomes = (t: Say, { base, side }: ProductItem, quote: Quote): Outcomes =>
  outcomesOf(t, {
    ...{ base, side, principal: quote.base, interest: quote.interest },
    ...{ sideRetired: quote.side, power: quote.sidePower },
  })

/** The same where no amount is quoted, for a term that asks for so much side coin. */
export const generalOutcomes = (t: Say, { side }: Pick<ProductItem, 'side'>, sideShare = '0'): Outcomes => ({
  on: t('reinvest.on_general'),
  off: side && isAbove(sideShare) ? t('reinvest.off_general', { side }) : t('reinvest.off_general_alone'),
})

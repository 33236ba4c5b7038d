import { isAbove } from '#ui/text/format.ts'
import type { useText } from '#ui/text/texts.ts'
import type { ProductItem, Quote } from '../../orders/detail/order-texts.tsx'
import type { Outcomes } from '../../orders/ReinvestChoice.tsx'
import { OutcomeResult } from '../../results/OutcomeResult.tsx'

type Say = ReturnType<typeof useText>

export function quotedOutcomes(t: Say, product: ProductItem, { ways }: Quote): Outcomes {
  const general = generalOutcomes(t, product)
  const said = (name: 'on' | 'off') => {
    const way = ways.find((each) => each.way === name)
    return way ? <OutcomeResult way={way} ways={ways} /> : general[name]
  }
  return { on: said('on'), off: said('off') }
}

export const generalOutcomes = (t: Say, { side }: Pick<ProductItem, 'side'>, sideShare = '0'): Outcomes => ({
  on: t('reinvest.on_general'),
  off: side && isAbove(sideShare) ? t('reinvest.off_general', { side }) : t('reinvest.off_general_alone'),
})

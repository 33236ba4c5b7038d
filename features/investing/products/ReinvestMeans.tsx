import { Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import type { ProductItem, Quote } from '../orders/order-texts.tsx'
import { quotedOutcomes } from './reinvest-outcomes.tsx'

type ReinvestMeansProps = { readonly reinvest: boolean; readonly product: ProductItem; readonly quote: Quote }

/** What was chosen for the end of the round, and what that means in coins: the last thing read before the password. */
export function ReinvestMeans({ reinvest, product, quote }: ReinvestMeansProps) {
  const t = useText()
  const outcomes = quotedOutcomes(t, product, quote)
  return (
    <Note tone={reinvest ? 'plain' : 'warn'}>
      <span className="flex justify-between gap-4 font-semi">
        <span>{t('reinvest.label')}</span>
        <span>{t(reinvest ? 'reinvest.is_on' : 'reinvest.is_off')}</span>
      </span>
      <span className="mt-1 block">{reinvest ? outcomes.on : outcomes.off}</span>
    </Note>
  )
}

import { Facts, Note } from '#ui/Facts.tsx'
import { useText } from '#ui/texts.ts'
import type { ProductItem, Quote } from '../orders/order-texts.tsx'
import { outcomesOf } from './reinvest-outcomes.tsx'

type ReinvestMeansProps = { readonly reinvest: boolean; readonly product: ProductItem; readonly quote: Quote }

/** What was chosen for the end of the round, and what that means in coins: the last thing read before the password. */
export function ReinvestMeans({ reinvest, product, quote }: ReinvestMeansProps) {
  const t = useText()
  const outcomes = outcomesOf(t, product, quote)
  return (
    <div className="grid gap-1.5">
      <Facts facts={[{ label: t('reinvest.label'), value: t(reinvest ? 'reinvest.is_on' : 'reinvest.is_off') }]} />
      <Note tone={reinvest ? 'plain' : 'warn'}>{reinvest ? outcomes.on : outcomes.off}</Note>
    </div>
  )
}

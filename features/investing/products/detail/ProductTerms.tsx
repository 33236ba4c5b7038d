import { Card } from '#ui/shell/List.tsx'
import { useText } from '#ui/text/texts.ts'
import { CardLines } from '../cards/CardLines.tsx'
import type { ProductData } from '../purchase/use-quote.tsx'

/** Collapsed, because the worst case is above the form. */
export function ProductTerms({ card }: Pick<ProductData, 'card'>) {
  const t = useText()
  return (
    <details>
      <summary className="min-h-11 py-3 font-semi text-accent-ink">{t('buy.terms')}</summary>
      <Card className="px-4 pt-4 pb-1.5">
        <CardLines lines={card.lines} />
      </Card>
    </details>
  )
}

import { Heading } from '#ui/Facts.tsx'
import { Card } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'
import { CardLines } from './CardLines.tsx'
import type { ProductData } from './use-quote.tsx'

/** The card of a product, under its heading. */
export function ProductTerms({ card }: Pick<ProductData, 'card'>) {
  const t = useText()
  return (
    <section className="grid gap-2">
      <Heading>{t('product.terms')}</Heading>
      <Card className="px-4 pt-4 pb-1.5">
        <CardLines lines={card.lines} />
      </Card>
    </section>
  )
}

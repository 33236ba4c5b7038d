import { lazy, Suspense, useState } from 'react'
import { Skeleton } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem, Quote } from '../../orders/detail/order-texts.tsx'
import type { ProductData } from '../purchase/use-quote.tsx'
import { type Pieces, QuoteFacts } from './QuoteFacts.tsx'

const ProductFigures = lazy(async () => ({ default: (await import('./ProductFigures.tsx')).ProductFigures }))
const FundFigures = lazy(async () => ({ default: (await import('../../fund/FundFigures.tsx')).FundFigures }))

type ProductDetailsProps = {
  readonly product: ProductItem
  readonly period: ProductItem['periods'][number] | undefined
  readonly market: ProductData['market']
  readonly quote?: Quote | null
  readonly pieces?: Pieces | undefined
}

export function ProductDetails({ product, period, market, quote = null, pieces }: ProductDetailsProps) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-3 font-semi text-accent-ink">{t('product.details')}</summary>
      <div className="grid gap-4 pb-2">
        {quote && <QuoteFacts quote={quote} product={product} pieces={pieces} />}
        {open && (
          <Suspense fallback={<Skeleton className="h-64 !rounded-card" />}>
            {period && <ProductFigures product={product} period={period} market={market} />}
            {product.line === 'fund' && <FundFigures fundId={product.productId} />}
          </Suspense>
        )}
      </div>
    </details>
  )
}

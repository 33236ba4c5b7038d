import { lazy, Suspense } from 'react'
import { Skeleton } from '#ui/State.tsx'
import type { BalanceOf } from '../orders/order-texts.tsx'
import { WorstCase } from './CardLines.tsx'
import { LineOpening } from './LineOpening.tsx'
import { ProductFrame } from './ProductFrame.tsx'
import { ProductTitle } from './ProductTitle.tsx'
import { PurchaseForm } from './PurchaseForm.tsx'
import type { ProductData } from './use-quote.tsx'

// Only who looks at one of these lines fetches it.
const AccelerateForm = lazy(async () => ({
  default: (await import('../acceleration/AccelerateForm.tsx')).AccelerateForm,
}))
const FundFigures = lazy(async () => ({ default: (await import('../fund/FundFigures.tsx')).FundFigures }))

type ProductDetailProps = { readonly data: ProductData; readonly balanceOf: BalanceOf }

/** A product: its card, worst case first, and everything a purchase needs, decided before the password is asked. */
export function ProductDetail({ data, balanceOf }: ProductDetailProps) {
  const { product } = data
  const top = (
    <>
      <ProductTitle product={product} />
      <LineOpening gates={data.gates} />
      <WorstCase lines={data.card.lines} />
      {product.line === 'fund' && (
        <Suspense fallback={<Skeleton className="h-64 !rounded-card" />}>
          <FundFigures fundId={product.productId} />
        </Suspense>
      )}
    </>
  )
  if (product.line !== 'acceleration')
    return <PurchaseForm key={product.productId} data={data} balanceOf={balanceOf} top={top} />
  return (
    <Suspense fallback={<ProductFrame data={data}>{top}</ProductFrame>}>
      <AccelerateForm key={product.productId} data={data} top={top} />
    </Suspense>
  )
}

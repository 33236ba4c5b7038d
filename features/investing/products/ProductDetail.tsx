import { lazy, Suspense } from 'react'
import type { BalanceOf } from '../orders/order-texts.tsx'
import { WorstCase } from './CardLines.tsx'
import { LineOpening } from './LineOpening.tsx'
import { ProductFrame } from './ProductFrame.tsx'
import { ProductTitle } from './ProductTitle.tsx'
import { PurchaseForm } from './PurchaseForm.tsx'
import type { ProductData } from './use-quote.tsx'

const AccelerateForm = lazy(async () => ({
  default: (await import('../acceleration/AccelerateForm.tsx')).AccelerateForm,
}))

type ProductDetailProps = { readonly data: ProductData; readonly balanceOf: BalanceOf }

export function ProductDetail({ data, balanceOf }: ProductDetailProps) {
  const { product } = data
  const top = (
    <>
      <ProductTitle product={product} siblings={data.siblings} />
      <LineOpening gates={data.gates} />
    </>
  )
  if (product.line !== 'acceleration')
    return <PurchaseForm key={product.productId} data={data} balanceOf={balanceOf} top={top} />
  const marked = (
    <>
      {top}
      <WorstCase lines={data.card.lines} />
    </>
  )
  return (
    <Suspense fallback={<ProductFrame data={data}>{marked}</ProductFrame>}>
      <AccelerateForm key={product.productId} data={data} top={marked} />
    </Suspense>
  )
}

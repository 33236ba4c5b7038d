import { lazy, Suspense } from 'react'
import type { BalanceOf } from '../../orders/detail/order-texts.tsx'
import { WorstCase } from '../cards/CardLines.tsx'
import { LineOpening } from '../cards/LineOpening.tsx'
import { ProductTitle } from '../cards/ProductTitle.tsx'
import { PurchaseForm } from '../purchase/PurchaseForm.tsx'
import type { ProductData } from '../purchase/use-quote.tsx'
import { ProductFrame } from './ProductFrame.tsx'

const AccelerateForm = lazy(async () => ({
  default: (await import('../../acceleration/AccelerateForm.tsx')).AccelerateForm,
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

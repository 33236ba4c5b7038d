import { lazy, type ReactNode, Suspense } from 'react'
import { type Read, readAgain, readSoon, useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { currentSession, useSession } from '#ui/session/session.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { EmptyState, ErrorState, ReadState, SkeletonRows } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { getOrder, getProduct, getTerms } from './investing.contract.ts'
import type { BalanceOf } from './orders/detail/order-texts.tsx'
import { ShownRead } from './products/detail/ProductFrame.tsx'

const OrderDetail = lazy(async () => ({ default: (await import('./orders/detail/OrderDetail.tsx')).OrderDetail }))
const GuestProduct = lazy(async () => ({ default: (await import('./products/cards/GuestProduct.tsx')).GuestProduct }))
const loadProductDetail = async () => ({ default: (await import('./products/detail/ProductDetail.tsx')).ProductDetail })
const ProductDetail = lazy(loadProductDetail)

export function beginInvestDetail({ product }: { readonly product?: string | undefined }): void {
  if (product === undefined) return
  const productId = Number.parseInt(product, 10)
  if (currentSession()) {
    readSoon(getProduct, { productId })
    loadProductDetail().catch(() => {})
  } else readSoon(getTerms, { productId })
}

/** `?id=` is an order, `?product=` a product. */
export function InvestDetail({ balanceOf }: { balanceOf: BalanceOf }) {
  const t = useText()
  const { id, product } = useQueryOfScreen()
  const isSignedIn = useSession() !== undefined
  if (id) return <OrderScreen orderId={Number.parseInt(id, 10)} />
  if (product && isSignedIn) return <ProductScreen productId={Number.parseInt(product, 10)} balanceOf={balanceOf} />
  if (product) return <GuestScreen productId={Number.parseInt(product, 10)} />
  return (
    <Screen title={t('title.invest_detail')} up="/pages/invest/index">
      <EmptyState
        action={
          <ButtonLink to="/pages/invest/index" look="quiet" compact>
            {t('invest.all_products')}
          </ButtonLink>
        }
      >
        {t('invest.nothing_chosen')}
      </EmptyState>
    </Screen>
  )
}

function OrderScreen({ orderId }: { orderId: number }) {
  const t = useText()
  const read = useRead(getOrder, { orderId })
  return (
    <Screen title={t('title.order')} up="/pages/invest/index" onRefresh={() => readAgain(getOrder)}>
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <ReadState read={read} skeleton={<SkeletonRows rows={6} />}>
          {(data) => <OrderDetail data={data} />}
        </ReadState>
      </Suspense>
    </Screen>
  )
}

function ProductScreen({ productId, balanceOf }: { productId: number; balanceOf: BalanceOf }) {
  const read = useRead(getProduct, { productId })
  return <Framed read={read}>{(data) => <ProductDetail data={data} balanceOf={balanceOf} />}</Framed>
}

function GuestScreen({ productId }: { productId: number }) {
  const read = useRead(getTerms, { productId })
  return <Framed read={read}>{(data) => <GuestProduct key={productId} data={data} />}</Framed>
}

function Framed<Data>({ read, children }: { read: Read<Data>; children: (data: Data) => ReactNode }) {
  const t = useText()
  const waiting = (
    <Screen title={t('title.invest_detail')} up="/pages/invest/index">
      <SkeletonRows rows={6} />
    </Screen>
  )
  if (!read.data && read.error)
    return (
      <Screen title={t('title.invest_detail')} up="/pages/invest/index">
        <ErrorState error={read.error} onRetry={read.refetch} />
      </Screen>
    )
  if (!read.data) return waiting
  return (
    <Suspense fallback={waiting}>
      <ShownRead value={read}>{children(read.data)}</ShownRead>
    </Suspense>
  )
}

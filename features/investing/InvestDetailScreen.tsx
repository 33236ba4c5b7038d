import { Screen } from '#ui/Screen.tsx'
import { ErrorState, ReadState } from '#ui/State.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { readAgain, useRead } from '#ui/use-call.ts'
import { getOrder, getProduct } from './investing.contract.ts'
import { OrderDetail } from './orders/OrderDetail.tsx'
import { ProductDetail } from './products/ProductDetail.tsx'

/** pages/invest/detail: `?id=` an order of one's own, `?product=` a product to buy. */
export function InvestDetailScreen() {
  const t = useText()
  const { id, product } = useQueryOfScreen()
  if (id) return <OrderScreen orderId={Number.parseInt(id, 10)} />
  if (product) return <ProductScreen productId={Number.parseInt(product, 10)} />
  return (
    <Screen title={t('title.invest_detail')} up="/pages/invest/index">
      <ErrorState error={t('invest.nothing_chosen')} onRetry={() => undefined} />
    </Screen>
  )
}

function OrderScreen({ orderId }: { orderId: number }) {
  const t = useText()
  const read = useRead(getOrder, { orderId })
  return (
    <Screen title={t('title.order')} up="/pages/invest/index" onRefresh={() => readAgain(getOrder)}>
      <ReadState read={read}>{(data) => <OrderDetail data={data} />}</ReadState>
    </Screen>
  )
}

function ProductScreen({ productId }: { productId: number }) {
  const t = useText()
  const read = useRead(getProduct, { productId })
  if (read.data) return <ProductDetail data={read.data} />
  return (
    <Screen title={t('title.invest_detail')} up="/pages/invest/index">
      <ReadState read={read}>{() => null}</ReadState>
    </Screen>
  )
}

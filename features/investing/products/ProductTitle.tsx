import { Num } from '#ui/AmountText.tsx'
import { Filters } from '#ui/Choice.tsx'
import { Chip } from '#ui/Facts.tsx'
import { go } from '#ui/navigation.ts'
import { Skeleton } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { listProducts } from '../investing.contract.ts'
import { coinNames, type ProductItem } from '../orders/order-texts.tsx'
import { PairIcon } from '../orders/PairIcon.tsx'
import { isPriced } from './product-groups.ts'

export function ProductTitle({ product }: { product: ProductItem }) {
  const t = useText()
  return (
    <>
      <div className="flex items-center gap-4">
        <PairIcon base={product.pays ?? product.base} side={product.side} size={48} />
        <div className="min-w-0 flex-1">
          {/* A machine or node has no name except its line's, which is in the bar. */}
          {!isPriced(product) && (
            <h2 className="text-title font-semi leading-tight">
              <Num>{nameOf(product)}</Num>
            </h2>
          )}
          <p className="text-small text-ink-3">{t(`product.about.${product.line}`)}</p>
        </div>
        {product.state !== 'open' && <Chip>{t(`product.state.${product.state}`)}</Chip>}
      </div>
      {!isPriced(product) && <Siblings product={product} />}
    </>
  )
}

function Siblings({ product }: { product: ProductItem }) {
  const t = useText()
  const { data, error } = useRead(listProducts, {})
  const siblings = data?.items.filter(({ line }) => line === product.line) ?? []
  // Reserves the height to avoid a layout shift.
  if (!data && !error && product.line !== 'fund') return <Skeleton className="h-11 w-64 !rounded-pill" />
  if (siblings.length < 2) return null
  return (
    <Filters
      label={t('product.choose')}
      options={siblings.map((each) => ({
        value: String(each.productId),
        label: each.needsReservation ? t('product.reserved', { coins: nameOf(each) }) : nameOf(each),
      }))}
      value={String(product.productId)}
      onChange={(id) => go('/pages/invest/detail', { product: id }, { replace: true })}
    />
  )
}

const nameOf = (product: ProductItem): string => {
  if (product.boost) return `${product.base} · ${product.boost}`
  if (product.pays && product.pays !== product.base) return `${product.base} → ${product.pays}`
  return coinNames(product)
}

import type { OutputOf } from '#kit/wire/contract.ts'
import { Filters } from '#ui/form/Choice.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Chip } from '#ui/show/Facts.tsx'
import { Num } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import type { getTerms } from '../../investing.contract.ts'
import { coinNames, type ProductItem } from '../../orders/detail/order-texts.tsx'
import { PairIcon } from '../../orders/detail/PairIcon.tsx'
import { isPriced } from './product-groups.ts'

type Siblings = OutputOf<typeof getTerms>['siblings']
type ProductTitleProps = { readonly product: ProductItem; readonly siblings: Siblings }

export function ProductTitle({ product, siblings }: ProductTitleProps) {
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
      {!isPriced(product) && <SiblingChoice product={product} siblings={siblings} />}
    </>
  )
}

function SiblingChoice({ product, siblings }: ProductTitleProps) {
  const t = useText()
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

type Named = Pick<Siblings[number], 'base' | 'side' | 'pays' | 'boost'>
const nameOf = (product: Named): string => {
  if (product.boost) return `${product.base} · ${product.boost}`
  if (product.pays && product.pays !== product.base) return `${product.base} → ${product.pays}`
  return coinNames(product)
}

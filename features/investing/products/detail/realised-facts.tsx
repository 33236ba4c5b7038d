import type { Fact } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import type { useText } from '#ui/text/texts.ts'
import { coinNames, type ProductItem } from '../../orders/detail/order-texts.tsx'
import { isPriced } from '../cards/product-groups.ts'

type Say = ReturnType<typeof useText>

const isByPrincipal = (product: ProductItem): boolean => product.accrual === 'share' && !isPriced(product)
const isReal = ({ realisedPerDay }: ProductItem): boolean => realisedPerDay !== null

export function realisedPerDay(product: ProductItem, t: Say): Fact[] {
  if (!isByPrincipal(product)) return []
  const real = product.realisedPerDay
  return [
    {
      label: real ? t('invest.really_paid_day', { days: String(real.days) }) : t('product.realised_day'),
      value: rateText(product, t),
    },
  ]
}

export function realisedPower(product: ProductItem, t: Say): Fact[] {
  if (!product.paysPower) return []
  const real = product.realisedPower
  const label = t('pools.power_rate')
  if (!real) return [{ label, value: t('product.none_shared') }]
  return [
    {
      label,
      value: (
        <>
          <AmountText value={real.realised} />
          <span className="block text-small font-normal text-ink-3">
            {t('invest.really_paid_day', { days: String(real.days) })}
          </span>
        </>
      ),
    },
    { label: t('pools.power_terms'), value: <AmountText value={real.named} /> },
  ]
}

/** If no product has a result, one row says so. */
export function realisedPerDayOfAll(products: readonly ProductItem[], t: Say): Fact[] {
  const [first] = products
  if (!first || !isByPrincipal(first)) return []
  if (products.length === 1) return realisedPerDay(first, t)
  return [
    {
      label: t('product.realised_day'),
      value: products.some(isReal)
        ? products.map((product) => (
            <span key={product.productId} className="block">
              <Num>{coinNames(product)}</Num> {rateText(product, t)}
            </span>
          ))
        : t('product.none_shared'),
    },
  ]
}

function rateText({ realisedPerDay: real }: ProductItem, t: Say) {
  return real ? <Num>{showPercent(real.rate, { decimals: 4 })}</Num> : t('product.none_shared')
}

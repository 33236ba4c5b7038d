import { rateOf } from '#kit/amount/amount.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { type Fact, FactGrid } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { ProductItem } from '../../orders/detail/order-texts.tsx'
import { isPriced } from '../cards/product-groups.ts'
import type { ProductData } from '../purchase/use-quote.tsx'
import { poolFacts } from './pool-facts.tsx'
import { realisedPerDay, realisedPower } from './realised-facts.tsx'

type Period = ProductItem['periods'][number]
type Say = ReturnType<typeof useText>
type Figures = { readonly product: ProductItem; readonly period: Period; readonly market: ProductData['market'] }

export function ProductFigures(figures: Figures) {
  const t = useText()
  const facts = [
    ...paidFacts(figures, t),
    ...realisedPower(figures.product, t),
    ...marketFacts(figures, t),
    ...restFacts(figures, t),
    ...poolFacts(figures.product, t),
  ]
  return (
    <>
      {facts.length > 0 && <FactGrid facts={facts} />}
      <ButtonLink look="quiet" to="/pages/proof/money" query={{ pool: poolOf(figures.product) }}>
        {t('title.money')}
      </ButtonLink>
    </>
  )
}

/** The product's own pool, or the POWER pool. */
const poolOf = ({ line }: ProductItem): string =>
  line === 'dual2' || line === 'lockup' || line === 'acceleration' ? 'compute' : line

function paidFacts({ product, period }: Figures, t: Say): Fact[] {
  const realised = {
    label: t('product.realised'),
    value: period.realisedRate === null ? t('product.none_ended') : <Num>{showPercent(period.realisedRate)}</Num>,
  }
  if (product.accrual === 'fixed')
    return [{ label: t('product.rate'), value: <Num>{showPercent(period.rate)}</Num> }, realised]
  return [
    ...(product.mostPerDay === null
      ? []
      : [{ label: t('product.most_per_day'), value: <Num>{showPercent(product.mostPerDay)}</Num> }]),
    ...realisedPerDay(product, t),
    ...realisedADay(product, t),
    ...(product.releasePerDay === null
      ? []
      : [{ label: t('product.release_per_day'), value: <Num>{showPercent(product.releasePerDay)}</Num> }]),
    ...(isAbove(period.powerPerDay)
      ? [{ label: t('product.power_rate'), value: <Num>{showPercent(period.powerPerDay)}</Num> }]
      : []),
    ...(product.startPower !== null && isAbove(product.startPower)
      ? [{ label: t('product.start_power'), value: <Num>{showPercent(product.startPower)}</Num> }]
      : []),
    ...(period.weight === null || isPriced(product)
      ? []
      : [{ label: t('product.weight'), value: <Num>× {period.weight}</Num> }]),
  ]
}

function realisedADay(product: ProductItem, t: Say): Fact[] {
  const real = product.realisedADay
  if (!isPriced(product)) return []
  if (!real) return [{ label: t('product.realised_day'), value: t('product.none_shared') }]
  return [
    {
      label: t('invest.really_paid_day', { days: String(real.days) }),
      value: real.coins.map(({ asset, amount }) => (
        <span key={asset} className="block">
          <AmountText value={amount} coin={asset} />
        </span>
      )),
    },
  ]
}

function marketFacts({ market }: Figures, t: Say): Fact[] {
  if (!market) return []
  return [
    ...market.reserves.map(({ asset, amount }) => ({
      label: t('product.reserve', { coin: asset }),
      value: <AmountText value={amount} coin={asset} />,
    })),
    {
      label: t('product.fees_of_day'),
      value: market.fees30d.map(({ asset, amount }) => (
        <span key={asset} className="block">
          <AmountText value={amount} coin={asset} />
        </span>
      )),
    },
  ]
}

function restFacts({ product, period }: Figures, t: Say): Fact[] {
  return [
    ...(product.poolFree === null
      ? []
      : [
          {
            label: t('product.pool_free'),
            value: <AmountText value={product.poolFree} coin={product.pays ?? product.base} about />,
          },
        ]),
    ...(product.emission === null
      ? []
      : [
          {
            label: t('product.emission'),
            value: <AmountText value={product.emission.amount} coin={product.emission.asset} about />,
          },
        ]),
    ...(product.side && product.line !== 'liquidity'
      ? [
          {
            label: t('product.side_share', { side: product.side }),
            value: isAbove(period.sideShare) ? <Num>{showPercent(period.sideShare)}</Num> : t('product.no_side'),
          },
        ]
      : []),
    ...(product.exitFee === null
      ? []
      : [{ label: t('product.exit_fee'), value: <Num>{showPercent(product.exitFee)}</Num> }]),
  ]
}

const isAbove = (share: string): boolean => rateOf(share).numerator > 0n

import { divide, rateOf } from '#kit/amount/amount.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Chip, Heading } from '#ui/show/Facts.tsx'
import { AmountText, Num, signTone } from '#ui/text/AmountText.tsx'
import { showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { coinNames, type ProductItem } from '../../orders/detail/order-texts.tsx'
import { PairColumn } from '../../orders/detail/PairIcon.tsx'
import { lastsText } from '../detail/pool-facts.tsx'
import { realisedPerDayOfAll, realisedPower } from '../detail/realised-facts.tsx'
import { type Group, type GroupedProduct, isPriced } from './product-groups.ts'

type GroupCardProps = {
  readonly group: Group<ProductItem>
  readonly detailed?: boolean
}

export function GroupCard({ group: { id, entries }, detailed = false }: GroupCardProps) {
  const t = useText()
  return (
    <section className="grid gap-2" aria-label={t(`invest.group.${id}`)}>
      <Heading>{t(`invest.group.${id}`)}</Heading>
      <p className="mb-1 text-small text-ink-3">{t(`invest.group.${id}.about`)}</p>
      <div className="rounded-card bg-surface px-4 pt-2.5 pb-1 shadow-card">
        <p className="text-end text-caption text-ink-3">{t('invest.month')}</p>
        <ul className="rows">
          {entries.map((entry) => (
            <ProductRow key={entry.product.productId} entry={entry} detailed={detailed} />
          ))}
        </ul>
      </div>
    </section>
  )
}

type ProductRowProps = { readonly entry: GroupedProduct<ProductItem>; readonly detailed: boolean }

/** Shows the monthly earnings of 1,000 USDT. */
function ProductRow({ entry, detailed }: ProductRowProps) {
  const { product, all } = entry
  const t = useText()
  const about = detailed ? aboutOf(entry, t) : []
  return (
    <li className="@container">
      <Link
        to="/pages/invest/detail"
        query={{ product: String(product.productId) }}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-3 @max-[12rem]:grid-cols-[auto_minmax(0,1fr)]"
      >
        <PairColumn base={product.pays ?? product.base} side={product.side} />
        <span className="min-w-0 @max-[12rem]:col-span-full @max-[12rem]:row-start-2">
          <span className="flex flex-wrap items-baseline justify-between gap-x-2">
            <span className="max-w-full flex-[1_1_6rem] break-words font-semi leading-snug hyphens-auto">
              {t(`line.${product.line}`)}
            </span>
            <MonthAmount product={product} />
          </span>
          <span className="block text-small text-ink-3 [overflow-wrap:anywhere]">
            {all.length > 1 ? t('invest.choices', { count: String(all.length) }) : <Num>{coinNames(product)}</Num>} ·{' '}
            {monthText(product, t)}
            {product.needsReservation && <span className="block">{t('invest.by_reservation')}</span>}
            {isPriced(product) && <span className="block font-semi text-warn">{t('product.star_only')}</span>}
          </span>
        </span>
        <span className="-me-1 text-ink-3 @max-[12rem]:col-start-2 @max-[12rem]:row-start-1 @max-[12rem]:ms-auto">
          <Icon name="next" size={18} />
        </span>
        {(about.length > 0 || product.state !== 'open') && (
          <span className="col-span-2 col-start-2 mt-1 flex flex-wrap @max-[12rem]:col-span-full @max-[12rem]:col-start-1 items-center gap-x-3 text-caption text-ink-3">
            {about.map(({ label, value }) => (
              <span key={label} className="min-w-0 [overflow-wrap:anywhere]">
                {label} <span className="font-semi text-ink-2">{value}</span>
              </span>
            ))}
            {product.state !== 'open' && <Chip>{t(`product.state.${product.state}`)}</Chip>}
          </span>
        )}
      </Link>
    </li>
  )
}

type Say = ReturnType<typeof useText>

function MonthAmount({ product }: { product: ProductItem }) {
  const { month } = product
  if (!month) return null
  return (
    <AmountText
      value={month.usdt}
      coin="USDT"
      worth
      signed
      about={month.by !== 'terms'}
      className={`font-semi leading-snug ${signTone(month.usdt)}`}
    />
  )
}

export function MonthFigure({ product }: { product: ProductItem }) {
  const t = useText()
  return (
    <>
      <MonthAmount product={product} />
      <span className="block text-caption text-ink-3">{monthText(product, t)}</span>
    </>
  )
}

function monthText(product: ProductItem, t: Say): string {
  const { accrual, month, releasePerDay, pays, base } = product
  if (accrual === 'boost') return t('pays.acceleration')
  if (isPriced(product)) return t('invest.month.spent')
  if (!month) return t('invest.month.none')
  if (month.by === 'lately') return t('invest.month.lately')
  if (month.by === 'pots') return t('invest.month.pots')
  if (releasePerDay === null) return t('invest.month.terms', { days: String(month.days) })
  const { numerator, denominator } = rateOf(releasePerDay)
  return t('invest.month.release', { coin: pays ?? base, days: String(divide(denominator, numerator, 'up')) })
}

function aboutOf({ product, all }: GroupedProduct<ProductItem>, t: Say) {
  const isOneOfMany = all.length > 1
  // The longest term with an ended round, or else the longest on offer.
  const best = product.periods.findLast(({ realisedRate }) => realisedRate !== null) ?? product.periods.at(-1)
  const realised =
    product.accrual === 'fixed' && best
      ? [
          {
            label: t('invest.really_paid_round', { days: String(best.days) }),
            value: best.realisedRate === null ? t('product.none_shared') : <Num>{showPercent(best.realisedRate)}</Num>,
          },
        ]
      : []
  const free =
    product.poolFree === null || isOneOfMany
      ? []
      : [
          {
            label: t('invest.pool_free'),
            value: <AmountText value={product.poolFree} coin={product.pays ?? product.base} />,
          },
        ]
  const lasts = product.pool?.lastsDays ?? null
  const runway = lasts === null ? [] : [{ label: t('invest.pool_lasts'), value: lastsText(lasts, t) }]
  // A line that also pays coins shows its POWER only on its page.
  const power = product.accrual === 'power' || product.accrual === 'boost' ? realisedPower(product, t) : []
  return [...realised, ...realisedPerDayOfAll(all, t), ...power, ...free, ...runway]
}

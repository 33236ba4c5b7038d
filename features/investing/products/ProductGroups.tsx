import { type LineId, lines } from '#ledger/lines.ts'
import { AmountText, Num } from '#ui/AmountText.tsx'
import { Filters } from '#ui/Choice.tsx'
import { Chip, Heading } from '#ui/Facts.tsx'
import { showPercent } from '#ui/format.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyState } from '#ui/State.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/screen-query.ts'
import { useText } from '#ui/texts.ts'
import { coinNames, type ProductItem } from '../orders/order-texts.tsx'
import { PairColumn } from '../orders/PairMark.tsx'
import { lastsText } from './pool-facts.tsx'
import { type GroupedProduct, groupProducts, isPriced, productsOf, ratePerDay } from './product-groups.ts'
import { realisedPerDayOfAll, realisedPower } from './realised-facts.tsx'

/** Every product, or those a coin can go into, in groups by how what it pays comes about. */
export function ProductGroups({ products }: { products: readonly ProductItem[] }) {
  const changeQuery = useChangeQuery()
  const t = useText()
  const { coin = '', line = '' } = useQueryOfScreen()
  const isLine = lines.some((each) => each === line)
  const offered = isLine ? products.filter((product) => product.line === line) : products
  const coins = [...new Set(offered.flatMap(({ base, side }) => (side ? [base, side] : [base])))]
  const shown = coin === '' ? offered : productsOf(offered, coin)
  return (
    <>
      {isLine && (
        <Filters
          label={t('invest.line')}
          options={[
            { value: '', label: t('invest.every_line') },
            { value: line, label: t(`line.${line as LineId}`) },
          ]}
          value={line}
          onChange={(next) => changeQuery({ line: next, coin: '' })}
        />
      )}
      <Filters
        label={t('invest.by_coin')}
        options={[
          { value: '', label: t('invest.every_coin') },
          ...coins.map((each) => ({ value: each as string, label: each })),
        ]}
        value={coin}
        onChange={(next) => changeQuery({ coin: next })}
      />
      {isLine && shown.length === 0 ? <EmptyState>{t('invest.none_of_line')}</EmptyState> : <Groups products={shown} />}
    </>
  )
}

function Groups({ products }: { products: readonly ProductItem[] }) {
  const t = useText()
  return groupProducts(products).map(({ id, entries }) => (
    <section key={id} className="grid gap-2" aria-label={t(`invest.group.${id}`)}>
      <Heading>{t(`invest.group.${id}`)}</Heading>
      <p className="mb-1 text-small text-ink-3">{t(`invest.group.${id}.about`)}</p>
      <ul className="rows rounded-card bg-surface px-4 py-1 shadow-card">
        {entries.map((entry) => (
          <ProductRow key={entry.product.productId} entry={entry} />
        ))}
      </ul>
    </section>
  ))
}

/** One line: name, coins, what it pays; below it what was really paid, what the pool can still promise, and how long it lasts. */
function ProductRow({ entry }: { entry: GroupedProduct<ProductItem> }) {
  const { product, all } = entry
  const t = useText()
  const figure = figureOf(product, t)
  const about = aboutOf(entry, t)
  return (
    <li className="@container">
      <Link
        to="/pages/invest/detail"
        query={{ product: String(product.productId) }}
        className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 py-3.5 @max-[12rem]:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <PairColumn base={product.pays ?? product.base} side={product.side} />
        <span className="min-w-0 [overflow-wrap:anywhere] @max-[12rem]:col-span-full @max-[12rem]:row-start-2">
          <span className="block font-semi leading-snug">{t(`line.${product.line}`)}</span>
          <span className="block text-small text-ink-3">
            {all.length > 1 ? t('invest.choices', { count: String(all.length) }) : <Num>{coinNames(product)}</Num>}
            {product.needsReservation && <span className="block">{t('invest.by_reservation')}</span>}
            {isPriced(product) && <span className="block font-semi text-warn">{t('product.star_only')}</span>}
          </span>
        </span>
        <span className="max-w-[min(7rem,35vw)] text-end [overflow-wrap:anywhere] min-[390px]:max-w-[min(8rem,33vw)] @max-[12rem]:col-span-full @max-[12rem]:row-start-3 @max-[12rem]:max-w-none! @max-[12rem]:text-start">
          {figure && <Num className="block! font-semi leading-snug">{figure}</Num>}
          <span className="block text-small text-ink-3">
            {t(`pays.${product.line}` as 'pays.dual', { days: longestOf(product) })}
          </span>
        </span>
        <span className="-me-1 text-ink-3 @max-[12rem]:col-start-3 @max-[12rem]:row-start-1">
          <Icon name="next" size={18} />
        </span>
        {(about.length > 0 || product.state !== 'open') && (
          <span className="col-span-3 col-start-2 mt-1 flex flex-wrap @max-[12rem]:col-span-full @max-[12rem]:col-start-1 items-center gap-x-3 text-caption text-ink-3">
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

const longestOf = ({ periods }: ProductItem): string => String(periods.at(-1)?.days ?? 0)

/** The one number of a product. What is shared has none that could be named before; a most is said as a most. */
function figureOf(product: ProductItem, t: Say): string | undefined {
  const best = product.periods.at(-1)
  if (product.accrual === 'fixed') return best && showPercent(ratePerDay(best), { decimals: 3 })
  if (product.accrual === 'power') return best && showPercent(best.powerPerDay)
  if (product.releasePerDay !== null) return showPercent(product.releasePerDay)
  if (product.mostPerDay !== null) return t('invest.at_most', { share: showPercent(product.mostPerDay) })
  return undefined
}

/** Advertised beside paid, and how far the pool reaches. */
function aboutOf({ product, all }: GroupedProduct<ProductItem>, t: Say) {
  const isOneOfMany = all.length > 1
  // The longest round that has ended for anybody; before any has, that none has.
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
            value: <AmountText value={product.poolFree} coin={product.pays ?? product.base} about />,
          },
        ]
  const lasts = product.pool?.lastsDays ?? null
  const runway = lasts === null ? [] : [{ label: t('invest.pool_lasts'), value: lastsText(lasts, t) }]
  // A line that pays coins too is told by them here, and by its POWER on its own page.
  const power = product.accrual === 'power' || product.accrual === 'boost' ? realisedPower(product, t) : []
  return [...realised, ...realisedPerDayOfAll(all, t), ...power, ...free, ...runway]
}

import { AmountText, Num } from '#ui/AmountText.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Chip, type Fact, Facts, Heading } from '#ui/Facts.tsx'
import { showPercent } from '#ui/format.ts'
import { Link } from '#ui/Link.tsx'
import { Card, Pages } from '#ui/List.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ReadState } from '#ui/State.tsx'
import { useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { readAgain, useRead, useReadPages } from '#ui/use-call.ts'
import { listOrders, listProducts } from './investing.contract.ts'
import { OrderRow, PairMark } from './orders/OrderRow.tsx'
import { coinNames, type ProductItem } from './orders/order-texts.tsx'

/** pages/invest/index: what can be bought, and what one has. */
export function InvestScreen() {
  const t = useText()
  const session = useSession()
  const products = useRead(listProducts, {})
  return (
    <Screen
      title={t('title.invest')}
      onRefresh={() => readAgain(listProducts, listOrders)}
      action={
        session && (
          <Link
            to="/pages/invest/logs"
            className="grid min-h-11 place-items-center px-2 text-small font-semi text-accent-ink"
          >
            {t('invest.records')}
          </Link>
        )
      }
    >
      {session && <OwnOrders />}
      <ReadState read={products}>
        {({ items }) => linesOf(items).map(([line, own]) => <Line key={line} products={own} />)}
      </ReadState>
    </Screen>
  )
}

/** Products by their line, in the order they are listed. */
function linesOf(items: readonly ProductItem[]): (readonly [string, readonly ProductItem[]])[] {
  const lines = [...new Set(items.map(({ line }) => line))]
  return lines.map((line) => [line, items.filter((product) => product.line === line)])
}

/** One line: its products, and where what it pays comes from. */
function Line({ products }: { products: readonly ProductItem[] }) {
  const t = useText()
  const [first] = products
  if (!first) return null
  return (
    <>
      <Heading>{t(`line.${first.line}` as 'line.dual')}</Heading>
      <p className="text-small text-ink-3">{t(first.accrual === 'fixed' ? 'invest.funded' : 'invest.power_only')}</p>
      {products.map((product) => (
        <ProductCard key={product.productId} product={product} />
      ))}
    </>
  )
}

function OwnOrders() {
  const t = useText()
  const orders = useReadPages(listOrders, { state: 'running' })
  return (
    <>
      <Heading
        action={
          <Link to="/pages/invest/history" className="py-2 text-small font-semi text-accent-ink">
            {t('title.invest_history')}
          </Link>
        }
      >
        {t('invest.own')}
      </Heading>
      <Pages
        pages={orders}
        label={t('invest.own')}
        empty={t('invest.own_empty')}
        row={(order) => <OrderRow key={order.orderId} order={order} />}
      />
    </>
  )
}

/** The best period of a product stands for it; what was really paid stands beside what is advertised. */
function ProductCard({ product }: { product: ProductItem }) {
  const t = useText()
  const longest = product.periods.at(-1)
  if (!longest) return null
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-center gap-3">
        <PairMark base={product.base} side={product.side} />
        <div className="min-w-0 flex-1">
          <h3 className="font-semi leading-tight">
            <Num>{coinNames(product)}</Num>
          </h3>
        </div>
        <ProductState state={product.state} />
      </div>
      <Facts
        facts={[
          ...(product.accrual === 'fixed' ? interestFacts(t, longest) : powerFacts(t, longest)),
          { label: t('product.minimum'), value: <AmountText value={product.minimum} coin={product.base} /> },
          ...(product.poolFree === null
            ? []
            : [{ label: t('product.pool_free'), value: <AmountText value={product.poolFree} coin={product.base} /> }]),
          ...(product.exitFee === null
            ? []
            : [{ label: t('product.exit_fee'), value: <Num>{showPercent(product.exitFee)}</Num> }]),
        ]}
      />
      {product.state === 'open' ? (
        <ButtonLink to="/pages/invest/detail" query={{ product: String(product.productId) }} look="quiet">
          {t('product.look')}
        </ButtonLink>
      ) : null}
    </Card>
  )
}

type Period = ProductItem['periods'][number]
type Say = ReturnType<typeof useText>

const interestFacts = (t: Say, { days, rate, realisedRate }: Period): Fact[] => [
  { label: t('product.best', { days: String(days) }), value: <Num>{showPercent(rate)}</Num>, strong: true },
  {
    label: t('product.realised'),
    value: realisedRate === null ? t('product.none_ended') : <Num>{showPercent(realisedRate)}</Num>,
  },
]

const powerFacts = (t: Say, { days, powerPerDay }: Period): Fact[] => [
  {
    label: t('product.power_best', { days: String(days) }),
    value: <Num>{showPercent(powerPerDay)}</Num>,
    strong: true,
  },
]

const ProductState = ({ state }: { state: ProductItem['state'] }) => {
  const t = useText()
  return <Chip tone={state === 'open' ? 'accent' : 'plain'}>{t(`product.state.${state}`)}</Chip>
}

import { type ReactNode, useContext, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { exchangeLogs, exchangePairs } from '#market/trade/exchange.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Filters, Segmented } from '#ui/form/Choice.tsx'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import type { ChartPoint } from '#ui/picture/chart-lines.ts'
import { LineChart } from '#ui/picture/LineChart.tsx'
import { useSession } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { BesideScreen, useChangeQuery } from '#ui/shell/screen-query.ts'
import { Chip, FactGrid, Heading } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, ChangeText, Num } from '#ui/text/AmountText.tsx'
import { showAmount, showCount, showDay, showMoment, showTime } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { PairAlerts } from './alerts/PairAlerts.tsx'
import { CandleChart } from './CandleChart.tsx'
import { exchangeCandles } from './candles.contract.ts'
import { type ChartRange, changeOf, chartRanges, firstRange, pointsOf, rangeOf } from './chart-ranges.ts'
import type { ChartShape } from './draw-candles.ts'

type Pair = OutputOf<typeof exchangePairs>['items'][number]
type Candles = OutputOf<typeof exchangeCandles>

const periods = ['1m', '15m', '1h', '4h', '1d'] as const
type Period = (typeof periods)[number]
const shapes: readonly ChartShape[] = ['line', 'candles']
const ownShown = 5
const linesShown = 50

export function PairScreen({ id }: { id: number }) {
  const changeQuery = useChangeQuery()
  const isSignedIn = useSession() !== undefined
  const t = useText()
  const [range, setRange] = useState<ChartRange>(firstRange)
  const [interval, setInterval] = useState<Period>('1h')
  const [shape, setShape] = useState<ChartShape>('line')
  const pairs = useRead(exchangePairs, {}, { everyMs: 30_000 })
  const period = shape === 'line' ? rangeOf[range].period : interval
  const candles = useRead(exchangeCandles, { exchangeId: id, period }, { everyMs: 30_000 })
  const pair = pairs.data?.items.find((each) => each.id === id)
  return (
    <Screen
      title={pair ? `${pair.base}–${pair.quoted}` : t('tab.exchange')}
      up="/pages/exchange/index"
      onRefresh={() => Promise.all([pairs.refetch(), candles.refetch()])}
    >
      <ReadState read={pairs} skeleton={<PairSkeleton />}>
        {({ items }) =>
          pair ? (
            <Filters
              even
              label={t('exchange.pair')}
              options={items.map((each) => ({ value: String(each.id), label: `${each.base}–${each.quoted}` }))}
              value={String(id)}
              onChange={(next) => changeQuery({ pair: next })}
            />
          ) : (
            <EmptyState>{t('pair.missing')}</EmptyState>
          )
        }
      </ReadState>
      {pair && (
        <>
          <Card className="grid gap-3 p-4">
            <h2 className="sr-only">{t('pair.chart')}</h2>
            {shape === 'line' ? (
              <RangeChart key={`${id} ${range}`} pair={pair} data={candles.data} range={range} />
            ) : (
              <>
                <PriceHead pair={pair} />
                <ReadState read={candles} skeleton={<Skeleton className="h-70 !rounded-control" />}>
                  {(data) => <Candlesticks pair={pair} data={data} />}
                </ReadState>
              </>
            )}
            {shape === 'line' ? (
              <Segmented<ChartRange>
                label={t('pair.range')}
                options={chartRanges.map((each) => ({ value: each, label: t(`range.${each}`) }))}
                value={range}
                onChange={setRange}
              />
            ) : (
              <Segmented<Period>
                label={t('pair.period')}
                options={periods.map((each) => ({ value: each, label: t(`pair.period.${each}`) }))}
                value={interval}
                onChange={setInterval}
              />
            )}
          </Card>
          <TradeLinks pair={pair} />
          <Card className="grid gap-3 p-4">
            <Segmented<ChartShape>
              label={t('pair.shape')}
              options={shapes.map((each) => ({ value: each, label: t(`pair.shape.${each}`) }))}
              value={shape}
              onChange={setShape}
            />
            {candles.data && candles.data.items.length > 0 && <CandleTable pair={pair} data={candles.data} />}
          </Card>
          <PriceCard pair={pair} />
          {isSignedIn && <PairAlerts id={id} base={pair.base} />}
          {candles.data && <MarketFacts pair={pair} data={candles.data} />}
          <OwnTrades id={id} />
        </>
      )}
    </Screen>
  )
}

const PairSkeleton = () => (
  <>
    <Skeleton className="h-11 !rounded-pill" />
    <Skeleton className="h-96 !rounded-card" />
    <Skeleton className="h-12 !rounded-control" />
  </>
)

function PriceHead({ pair: { base, quoted, price, pricedAt, rise } }: { pair: Pair }) {
  const t = useText()
  return <Head base={base} quoted={quoted} price={price} at={pricedAt} share={rise} change={t('pair.rise')} />
}

type HeadProps = Pick<Pair, 'base' | 'quoted'> & {
  readonly price: string | null
  readonly at: string | null
  readonly share: string | null
  readonly change: string
}
/** Always two lines, so the layout does not move during scrubbing. */
function Head({ base, quoted, price, at, share, change }: HeadProps) {
  const t = useText()
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-3">
      <CoinIcon asset={quoted} size={40} />
      <div className="min-w-0 flex-[1_1_6rem]">
        <p className="text-h1 font-bold leading-tight">
          <AmountText value={price} coin={base} />
        </p>
        <p className="text-small text-ink-3">{at ? showMoment(at) : t('exchange.for_one', { coin: quoted })}</p>
      </div>
      <span className="text-end">
        <ChangeText share={share} className="font-semi" />
        <span className="block text-caption text-ink-3">{change}</span>
      </span>
    </div>
  )
}

const chartHeight = 'clamp(176px, 46dvh - 140px, 520px)'
const Box = ({ children }: { children: ReactNode }) => <div style={{ height: chartHeight }}>{children}</div>

type RangeChartProps = { readonly pair: Pair; readonly data: Candles | undefined; readonly range: ChartRange }
/** The figures above follow pointer and keys. */
function RangeChart({ pair, data, range }: RangeChartProps) {
  const t = useText()
  const [scrubbed, setScrubbed] = useState<ChartPoint>()
  const { base, quoted, price, pricedAt } = pair
  const points = data ? pointsOf(data.items, range, { price, at: pricedAt }, data.asOf) : []
  const last = points.at(-1)
  const share = changeOf(points[0]?.value, (scrubbed ?? last)?.value)
  const say = ({ at, value }: ChartPoint) => `${showAmount(value)} ${base}, ${showMoment(at)}`
  return (
    <>
      <Head
        base={base}
        quoted={quoted}
        price={scrubbed?.value ?? price}
        at={scrubbed?.at ?? pricedAt}
        share={share}
        change={t(`range.${range}`)}
      />
      {!data ? (
        <Box>
          <Skeleton className="h-full w-full !rounded-control" />
        </Box>
      ) : points.length === 0 ? (
        <Box>
          <p className="text-small text-ink-3">{t('pair.chart_empty')}</p>
        </Box>
      ) : (
        <LineChart
          points={points}
          label={t('pair.scrub', { coin: quoted, base })}
          tone={share === null || !/[1-9]/.test(share) ? 'flat' : share.startsWith('-') ? 'down' : 'up'}
          showTick={(value) => showAmount(value)}
          sayPoint={say}
          onScrub={setScrubbed}
          height={chartHeight}
        />
      )}
    </>
  )
}

function TradeLinks({ pair: { id, base, quoted } }: { pair: Pair }) {
  const t = useText()
  const isBeside = useContext(BesideScreen) !== undefined
  if (isBeside) return null
  const query = (give: string) => ({ pair: String(id), give })
  return (
    <div
      className="sticky z-10 grid grid-cols-2 gap-3"
      style={{ insetBlockEnd: 'calc(var(--menu-foot, 76px) + env(safe-area-inset-bottom))' }}
    >
      <ButtonLink to="/pages/exchange/index" query={query(base)}>
        {t('exchange.buy', { coin: quoted })}
      </ButtonLink>
      <ButtonLink look="quiet" to="/pages/exchange/index" query={query(quoted)}>
        {t('exchange.sell', { coin: quoted })}
      </ButtonLink>
    </div>
  )
}

function PriceCard({ pair }: { pair: Pair }) {
  const t = useText()
  const { base, guidePrice, reference } = pair
  return (
    <Card className="grid gap-4 p-4">
      <div className="grid gap-1 rounded-control bg-inset px-4 py-3 text-small">
        <p className="flex flex-wrap justify-between gap-x-3">
          <span>{t('exchange.guide')}</span>
          <AmountText value={guidePrice} coin={base} className="font-semi" />
        </p>
        <p className="text-caption text-ink-3">{t('pair.guide_how')}</p>
        {reference && (
          <>
            <p className="mt-2 flex flex-wrap justify-between gap-x-3">
              <span>
                {t('pair.reference')} {reference.simulated && <Chip tone="warn">{t('pair.simulated')}</Chip>}
              </span>
              <AmountText value={reference.price} coin={base} className="font-semi" />
            </p>
            <p className="text-caption text-ink-3">
              {t('pair.reference_how', { feeds: reference.feeds.join(', '), time: showTime(reference.at) })}
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

type FactsProps = { readonly pair: Pair; readonly data: Candles }
function Candlesticks({ pair: { base, quoted }, data: { items, period } }: FactsProps) {
  const t = useText()
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return <EmptyState>{t('pair.chart_empty')}</EmptyState>
  const byDay = period === '1d'
  const moment = byDay ? showDay : showMoment
  const label = t('pair.chart_label', { coin: quoted, base, from: moment(first.at), to: moment(last.at) })
  return <CandleChart shape="candles" candles={items} byDay={byDay} label={label} />
}

function CandleTable({ pair: { base, quoted }, data: { items, period } }: FactsProps) {
  const t = useText()
  const moment = period === '1d' || period === '1w' ? showDay : showMoment
  const [first, last] = [items[0], items.at(-1)]
  const label =
    first && last && t('pair.chart_label', { coin: quoted, base, from: moment(first.at), to: moment(last.at) })
  const columns = ['open', 'high', 'low', 'close'] as const
  return (
    <details>
      <summary className="min-h-11 content-center text-small font-semi text-accent-ink">{t('pair.table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={t('pair.table')} className="max-h-96 overflow-auto">
        <table className="w-full text-caption">
          <caption className="sr-only">{label}</caption>
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="py-2 text-start font-normal">
                {t('exchange.time')}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="ps-3 text-end font-normal">
                  {t(`pair.${column}`)}
                </th>
              ))}
              <th scope="col" className="ps-3 text-end font-normal">
                {t('pair.volume_of', { coin: base })}
              </th>
            </tr>
          </thead>
          <tbody>
            {items
              .slice(-linesShown)
              .reverse()
              .map((candle) => (
                <tr key={candle.at} className="border-t border-line">
                  <th scope="row" className="py-2 text-start font-normal">
                    {moment(candle.at)}
                  </th>
                  {columns.map((column) => (
                    <td key={column} className="ps-3 text-end">
                      <AmountText value={candle[column]} />
                    </td>
                  ))}
                  <td className="ps-3 text-end">
                    <AmountText value={candle.baseVolume} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

function MarketFacts({ pair: { base, quoted }, data: { day, baseReserve, quotedReserve } }: FactsProps) {
  const t = useText()
  return (
    <>
      <Heading>{t('pair.day')}</Heading>
      <FactGrid
        facts={[
          { label: t('pair.high'), value: <AmountText value={day?.high} coin={base} /> },
          { label: t('pair.low'), value: <AmountText value={day?.low} coin={base} /> },
          { label: t('pair.volume_of', { coin: base }), value: <AmountText value={day?.baseVolume ?? '0'} /> },
          { label: t('pair.volume_of', { coin: quoted }), value: <AmountText value={day?.quotedVolume ?? '0'} /> },
          { label: t('pair.trades'), value: <Num>{showCount(day?.trades ?? 0)}</Num> },
        ]}
      />
      <Heading>{t('pair.reserves')}</Heading>
      <FactGrid
        facts={[
          { label: base, value: <AmountText value={baseReserve} /> },
          { label: quoted, value: <AmountText value={quotedReserve} /> },
        ]}
      />
      <p className="text-small text-ink-3">{t('pair.reserves_how')}</p>
    </>
  )
}

function OwnTrades({ id }: { id: number }) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const read = useRead(exchangeLogs, { exchangeId: id }, { enabled: isSignedIn })
  if (!isSignedIn) return null
  return (
    <>
      <Heading
        action={
          <Link
            to="/pages/exchange/index"
            query={{ view: 'list' }}
            className="-my-3 grid min-h-11 min-w-11 items-center justify-items-end ps-3 text-small font-semi text-accent-ink"
          >
            {t('pair.all_trades')}
          </Link>
        }
      >
        {t('pair.own_trades')}
      </Heading>
      <ReadState read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-small text-ink-3">{t('pair.own_empty')}</p>
          ) : (
            <List label={t('pair.own_trades')}>
              {items.slice(0, ownShown).map(({ id: trade, give, receive, amount, received, at }) => (
                <Row
                  key={trade}
                  title={<Num>{`${give} → ${receive}`}</Num>}
                  note={showMoment(at)}
                  end={<AmountText value={received} coin={receive} signed own className="text-up" />}
                  endNote={<AmountText value={`-${amount}`} coin={give} own />}
                  to="/pages/exchange/index"
                  query={{ id: String(trade) }}
                />
              ))}
            </List>
          )
        }
      </ReadState>
    </>
  )
}

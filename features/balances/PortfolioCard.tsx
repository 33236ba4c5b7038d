import { useState } from 'react'
import { showUnits } from '#kit/amount/amount.ts'
import { readUnits } from '#kit/amount/exact.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Segmented } from '#ui/form/Choice.tsx'
import type { ChartPoint } from '#ui/picture/chart-lines.ts'
import { LineChart } from '#ui/picture/LineChart.tsx'
import { Card } from '#ui/shell/List.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Facts } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, signTone } from '#ui/text/AmountText.tsx'
import { showAmount, showUtcDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { walletValue } from './balances.contract.ts'

type Days = OutputOf<typeof walletValue>['days']

const ranges = ['week', 'month', 'year', 'all'] as const
type Range = (typeof ranges)[number]
const weekDays = 8
const height = 160

/** The first day is the baseline. */
const sumOf = (days: Days, column: 'moved' | 'gain'): string => {
  const units = days.slice(1).reduce((sum, day) => sum + readUnits(day[column]), nothing)
  return units < nothing ? `-${showUnits(-units)}` : showUnits(units)
}
const nothing = 0n

export function PortfolioCard() {
  const t = useText()
  const [range, setRange] = useState<Range>('month')
  const read = useRead(walletValue, { period: range === 'week' ? 'month' : range })
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semi leading-tight">{t('portfolio.title')}</h2>
      <ReadState read={read} skeleton={<Skeleton className="h-96 w-full" />}>
        {({ days, complete }) =>
          days.length < 2 ? (
            <p className="text-small text-ink-3">{t('portfolio.empty')}</p>
          ) : (
            <>
              <ValueLine key={range} days={range === 'week' ? days.slice(-weekDays) : days} />
              <Segmented<Range>
                label={t('portfolio.title')}
                options={ranges.map((each) => ({ value: each, label: t(`range.${each}`) }))}
                value={range}
                onChange={setRange}
              />
              <p className="text-caption text-ink-3">
                {t('portfolio.note')} {!complete && t('portfolio.partial')}
              </p>
            </>
          )
        }
      </ReadState>
    </Card>
  )
}

function ValueLine({ days }: { days: Days }) {
  const t = useText()
  const { hide } = useBoot()
  const [at, setAt] = useState<string>()
  const until = days.findIndex(({ day }) => day === at)
  const shown = until < 0 ? days : days.slice(0, until + 1)
  const last = shown.at(-1)
  const [moved, gain] = [sumOf(shown, 'moved'), sumOf(shown, 'gain')]
  const points = days.map(({ day, value }): ChartPoint => ({ at: `${day}T00:00:00.000Z`, value: hide ? '0' : value }))
  const tone = !/[1-9]/.test(gain) ? 'flat' : gain.startsWith('-') ? 'down' : 'up'
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <AmountText value={last?.value} coin="USDT" own worth className="text-h1 font-bold" />
        <span className="text-small text-ink-3">{last && showUtcDay(last.day)}</span>
      </div>
      <LineChart
        points={points}
        label={t('portfolio.value')}
        tone={hide ? 'flat' : tone}
        showTick={(value) => showAmount(value)}
        sayPoint={(point) =>
          hide ? showUtcDay(point.at) : `${showAmount(point.value, { worth: true })} USDT, ${showUtcDay(point.at)}`
        }
        onScrub={(point) => setAt(point?.at.slice(0, 10))}
        height={`${height}px`}
        covered={hide}
      />
      <Facts
        facts={[
          { label: t('portfolio.moved'), value: <AmountText value={moved} coin="USDT" own worth signed /> },
          {
            label: t('portfolio.gain'),
            value: <AmountText value={gain} coin="USDT" own worth signed className={hide ? '' : signTone(gain)} />,
          },
        ]}
      />
      <ValueTable days={days} />
    </>
  )
}

/** Newest first. */
function ValueTable({ days }: { days: Days }) {
  const t = useText()
  const columns = ['value', 'moved', 'gain'] as const
  return (
    <details>
      <summary className="min-h-11 content-center text-small font-semi text-accent-ink">{t('portfolio.table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={t('portfolio.table')} className="max-h-96 overflow-auto">
        <table className="w-full text-caption">
          <caption className="sr-only">{t('portfolio.title')}</caption>
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="py-2 text-start font-normal">
                UTC
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="ps-3 text-end font-normal">
                  {t(`portfolio.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((row) => (
              <tr key={row.day} className="border-t border-line">
                <th scope="row" className="py-2 text-start font-normal">
                  {showUtcDay(row.day)}
                </th>
                {columns.map((column) => (
                  <td key={column} className="ps-3 text-end">
                    <AmountText value={row[column]} own worth signed={column !== 'value'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

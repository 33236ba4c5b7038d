import { AmountText } from '#ui/AmountText.tsx'
import { showDay } from '#ui/format.ts'
import { Card } from '#ui/List.tsx'
import { ReadState, Skeleton } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { loadTrend } from './team.contract.ts'

const [width, height, gap] = [350, 88, 3]

/** Heights of bars, the highest of them full; a day that brought anything shows at least a sliver. Only for drawing. */
function barHeights(values: readonly string[], full: number): number[] {
  const drawn = values.map(Number)
  const most = Math.max(...drawn, 0)
  return drawn.map((value) => (value > 0 ? Math.max(2, (value / most) * full) : 0))
}

/** Thirty days of income, a bar a day; the same figures stand in a list for those who do not see the bars. */
export function IncomeTrend() {
  const t = useText()
  const trend = useRead(loadTrend, {})
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semi leading-tight">{t('income.trend')}</h2>
      <ReadState read={trend} skeleton={<Skeleton className="h-22 w-full" />}>
        {({ days, complete }) => {
          const heights = barHeights(
            days.map(({ value }) => value),
            height,
          )
          const step = (width + gap) / days.length
          const earned = days.filter(({ value }) => /[1-9]/.test(value))
          return (
            <>
              {earned.length === 0 ? (
                <p className="text-small text-ink-3">{t('income.trend_empty')}</p>
              ) : (
                <svg viewBox={`0 0 ${width} ${height}`} className="block w-full text-accent" aria-hidden="true">
                  {days.map(({ day }, place) => (
                    <rect
                      key={day}
                      x={place * step}
                      y={height - (heights[place] ?? 0)}
                      width={step - gap}
                      height={heights[place]}
                      rx={2}
                      fill="currentColor"
                    />
                  ))}
                  <path d={`M0 ${height - 0.5}H${width}`} stroke="currentColor" strokeOpacity=".35" />
                </svg>
              )}
              <div className="flex justify-between text-caption text-ink-3" dir="ltr">
                <bdi>{showDay(days[0]?.day ?? '')}</bdi>
                <bdi>{showDay(days.at(-1)?.day ?? '')}</bdi>
              </div>
              <ul className="sr-only" aria-label={t('income.trend')}>
                {earned.map(({ day, value }) => (
                  <li key={day}>
                    {showDay(day)} <AmountText value={value} coin="USDT" worth own />
                  </li>
                ))}
              </ul>
              {!complete && <p className="text-caption text-ink-3">{t('income.partial')}</p>}
            </>
          )
        }}
      </ReadState>
    </Card>
  )
}

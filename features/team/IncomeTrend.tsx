import { useRead } from '#ui/call/use-call.ts'
import { Card } from '#ui/shell/List.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, signTone } from '#ui/text/AmountText.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { loadTrend } from './team.contract.ts'

const [width, height, gap] = [350, 88, 3]

type Bar = { readonly y: number; readonly height: number }
/** Nonzero values get a minimum height. Floats are precise enough for drawing. */
function barsOf(values: readonly string[]): { readonly zero: number; readonly bars: readonly Bar[] } {
  const drawn = values.map(Number)
  const [most, least] = [Math.max(...drawn, 0), Math.min(...drawn, 0)]
  const scale = height / (most - least || 1)
  const zero = most * scale
  const bars = drawn.map((value): Bar => {
    const size = value === 0 ? 0 : Math.max(2, Math.abs(value) * scale)
    return { y: value > 0 ? zero - size : zero, height: size }
  })
  return { zero, bars }
}

function endsOf(values: readonly string[]): readonly [top: string, foot: string] {
  const sorted = ['0', ...values].toSorted((a, b) => Number(a) - Number(b))
  return [sorted.at(-1) ?? '0', sorted[0] ?? '0']
}

const ScaleLine = ({ value }: { value: string }) => (
  <div className="flex items-center gap-2 text-caption text-ink-3">
    <span className="flex-1 border-t border-dashed border-control" />
    <AmountText value={value} coin="USDT" worth own signed={value.startsWith('-')} />
  </div>
)

/** Shows thirty days, net of losses. A list gives screen readers the same values. */
export function IncomeTrend() {
  const t = useText()
  const trend = useRead(loadTrend, {})
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="font-semi leading-tight">{t('income.trend')}</h2>
      <ReadState read={trend} skeleton={<Skeleton className="h-22 w-full" />}>
        {({ days, complete }) => {
          const { zero, bars } = barsOf(days.map(({ net }) => net))
          const step = (width + gap) / days.length
          const [top, foot] = endsOf(days.map(({ net }) => net))
          const moved = days.filter(({ net }) => /[1-9]/.test(net))
          return (
            <>
              {moved.length === 0 ? (
                <p className="text-small text-ink-3">{t('income.trend_empty')}</p>
              ) : (
                <div aria-hidden="true">
                  <ScaleLine value={top} />
                  <svg viewBox={`0 0 ${width} ${height}`} className="block w-full" aria-hidden="true">
                    {days.map(({ day, net }, place) => (
                      <rect
                        key={day}
                        x={place * step}
                        y={bars[place]?.y}
                        width={step - gap}
                        height={bars[place]?.height}
                        rx={2}
                        className={signTone(net)}
                        fill="currentColor"
                      />
                    ))}
                    <path
                      d={`M0 ${Math.min(zero, height - 0.5)}H${width}`}
                      className="text-ink-3"
                      stroke="currentColor"
                      strokeOpacity=".35"
                    />
                  </svg>
                  <ScaleLine value={foot} />
                </div>
              )}
              <div className="flex justify-between text-caption text-ink-3" dir="ltr">
                <bdi>{showDay(days[0]?.day ?? '')}</bdi>
                <bdi>{showDay(days.at(-1)?.day ?? '')}</bdi>
              </div>
              <ul className="sr-only" aria-label={t('income.trend')}>
                {moved.map(({ day, net }) => (
                  <li key={day}>
                    {showDay(day)} <AmountText value={net} coin="USDT" worth own signed />
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

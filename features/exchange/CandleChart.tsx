import { useEffect, useRef, useState } from 'react'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Note } from '#ui/show/Facts.tsx'
import { showAmount, showDate, showDay, showMoment, showTime } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { ChartShape, ChartStyle, DrawnCandle, DrawnChart } from './draw-candles.ts'

type CandleChartProps = {
  readonly shape: ChartShape
  readonly candles: readonly DrawnCandle[]
  readonly byDay: boolean
  /** For screen readers. */
  readonly label: string
}

function lookNow(byDay: boolean): ChartStyle {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  return {
    up: colour('--up'),
    down: colour('--down'),
    ink: colour('--ink-3'),
    line: colour('--line'),
    font: getComputedStyle(document.body).fontFamily,
    showPrice: (price) => showAmount(price),
    showTick: (iso, isDay) => (isDay ? showDate(iso) : showTime(iso)),
    showMoment: byDay ? showDay : showMoment,
  }
}

/** Loads the chart library lazily. */
export function CandleChart({ shape, candles, byDay, label }: CandleChartProps) {
  const t = useText()
  const boot = useBoot()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<DrawnChart | undefined>(undefined)
  const latest = useRef({ shape, candles, byDay })
  latest.current = { shape, candles, byDay }
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let gone = false
    import('./draw-candles.ts').then(
      ({ drawCandles }) => {
        if (gone) return
        chart.current = drawCandles(element, lookNow(latest.current.byDay))
        chart.current.setShape(latest.current.shape)
        chart.current.setCandles(latest.current.candles)
      },
      () => setFailed(true),
    )
    // The system may also change the theme, without a React update.
    const themes = new MutationObserver(() => chart.current?.setLook(lookNow(latest.current.byDay)))
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-gain', 'lang'] })
    return () => {
      gone = true
      themes.disconnect()
      chart.current?.remove()
      chart.current = undefined
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language or theme is another look.
  useEffect(() => chart.current?.setLook(lookNow(byDay)), [byDay, boot])
  useEffect(() => chart.current?.setShape(shape), [shape])
  useEffect(() => chart.current?.setCandles(candles), [candles])

  return (
    <figure className="grid gap-1" aria-label={label}>
      {failed ? (
        <Note>{t('pair.chart_missing')}</Note>
      ) : (
        <div ref={box} dir="ltr" aria-hidden="true" className="h-64" />
      )}
      <figcaption className="text-caption text-ink-3">
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer" className="underline">
          {t('pair.chart_by', { name: 'TradingView' })}
        </a>
      </figcaption>
    </figure>
  )
}

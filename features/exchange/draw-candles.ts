import {
  AreaSeries,
  type CandlestickData,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  type HistogramData,
  HistogramSeries,
  LineStyle,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'

/** Decimal strings from the server. */
export type DrawnCandle = {
  readonly at: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly baseVolume: string
}

export type ChartStyle = {
  readonly up: string
  readonly down: string
  readonly ink: string
  readonly line: string
  readonly font: string
  showPrice(price: string): string
  showTick(iso: string, isDay: boolean): string
  showMoment(iso: string): string
}

export type ChartShape = 'line' | 'candles'

export type DrawnChart = {
  setShape(shape: ChartShape): void
  setCandles(candles: readonly DrawnCandle[]): void
  setLook(look: ChartStyle): void
  remove(): void
}

const candlesInView = 60

const isoOf = (time: Time): string => new Date(Number(time) * 1_000).toISOString()
const timeOf = (iso: string): UTCTimestamp => (new Date(iso).getTime() / 1_000) as UTCTimestamp

const chartOptions = (look: ChartStyle) => ({
  // The attribution is below the chart for screen readers.
  layout: {
    attributionLogo: false,
    background: { type: ColorType.Solid, color: 'transparent' } as const,
    textColor: look.ink,
    fontFamily: look.font,
    fontSize: 11,
  },
  grid: { vertLines: { visible: false }, horzLines: { color: look.line, style: LineStyle.Dotted } },
  localization: {
    priceFormatter: (price: number) => look.showPrice(price.toFixed(8)),
    timeFormatter: (time: Time) => look.showMoment(isoOf(time)),
  },
  rightPriceScale: { borderVisible: false },
  timeScale: {
    borderVisible: false,
    timeVisible: true,
    tickMarkFormatter: (time: Time, type: TickMarkType) => look.showTick(isoOf(time), type <= TickMarkType.DayOfMonth),
  },
})

const candleOptions = ({ up, down }: ChartStyle) => ({
  upColor: up,
  downColor: down,
  wickUpColor: up,
  wickDownColor: down,
  borderVisible: false,
})

/** Floats for drawing only, never for sums. A candle opens at the previous close, so sparse trades show movement. */
export function candleData(
  { at, open, high, low, close }: DrawnCandle,
  before: DrawnCandle | undefined,
): CandlestickData {
  const began = Number(before?.close ?? open)
  return {
    time: timeOf(at),
    open: began,
    high: Math.max(Number(high), began),
    low: Math.min(Number(low), began),
    close: Number(close),
  }
}
const lineOptions = ({ up }: ChartStyle) => ({
  lineColor: up,
  // The library cannot parse color-mix; our colors are six digits.
  topColor: `${up}47`,
  bottomColor: `${up}00`,
  lineWidth: 2 as const,
})
const volumeData =
  ({ line }: ChartStyle) =>
  ({ at, baseVolume }: DrawnCandle): HistogramData => ({ time: timeOf(at), value: Number(baseVolume), color: line })

/** Vertical touch scrolls the page. */
export function drawCandles(box: HTMLElement, first: ChartStyle): DrawnChart {
  const chart = createChart(box, {
    ...chartOptions(first),
    autoSize: true,
    crosshair: { mode: CrosshairMode.Magnet },
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: false },
  })
  const candles = chart.addSeries(CandlestickSeries, { ...candleOptions(first), visible: false })
  const line = chart.addSeries(AreaSeries, lineOptions(first))
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceLineVisible: false,
    lastValueVisible: false,
  })
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.26 } })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } })
  let look = first
  let drawn: readonly DrawnCandle[] = []
  return {
    setShape(shape) {
      candles.applyOptions({ visible: shape === 'candles' })
      line.applyOptions({ visible: shape === 'line' })
    },
    setCandles(next) {
      const isOther = next[0]?.at !== drawn[0]?.at
      drawn = next
      candles.setData(next.map((candle, place) => candleData(candle, next[place - 1])))
      line.setData(next.map(({ at, close }) => ({ time: timeOf(at), value: Number(close) })))
      volumes.setData(next.map(volumeData(look)))
      if (isOther)
        chart.timeScale().setVisibleLogicalRange({ from: Math.max(0, next.length - candlesInView), to: next.length })
    },
    setLook(next) {
      look = next
      chart.applyOptions(chartOptions(next))
      candles.applyOptions(candleOptions(next))
      line.applyOptions(lineOptions(next))
      volumes.setData(drawn.map(volumeData(next)))
    },
    remove: () => chart.remove(),
  }
}

// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ChartStyle, candleData, type DrawnCandle, drawCandles } from './draw-candles.ts'

type Options = Record<string, unknown>
type Plot = { readonly options: Options; readonly scale: Options; data: readonly Options[] }
const drawn = vi.hoisted(() => ({
  chart: {} as Options,
  plots: [] as Plot[],
  range: undefined as unknown,
  removed: false,
}))

vi.mock('lightweight-charts', async (original) => ({
  ...(await original<typeof import('lightweight-charts')>()),
  createChart: (_: unknown, options: Options) => {
    Object.assign(drawn, { chart: { ...options }, plots: [], range: undefined, removed: false })
    return {
      addSeries(_kind: unknown, first: Options) {
        const plot: Plot = { options: { ...first }, scale: {}, data: [] }
        drawn.plots.push(plot)
        return {
          applyOptions: (next: Options) => Object.assign(plot.options, next),
          priceScale: () => ({ applyOptions: (next: Options) => Object.assign(plot.scale, next) }),
          setData(data: readonly Options[]) {
            plot.data = data
          },
        }
      },
      applyOptions: (next: Options) => Object.assign(drawn.chart, next),
      timeScale: () => ({
        setVisibleLogicalRange(range: unknown) {
          drawn.range = range
        },
      }),
      remove() {
        drawn.removed = true
      },
    }
  },
}))

const candle = (open: string, high: string, low: string, close: string): DrawnCandle => ({
  at: '2026-11-22T10:00:00.000Z',
  open,
  high,
  low,
  close,
  baseVolume: '1',
})

describe('a candle', () => {
  it('begins with its own opening where none is before it', () => {
    const { time, open, close } = candleData(candle('1.2', '1.4', '1.1', '1.3'), undefined)
    expect([time, open, close]).toEqual([1_795_341_600, 1.2, 1.3])
  })

  it('begins where the one before ended, and reaches as far as there', () => {
    const before = candle('1', '1', '0.9', '0.95')
    // A single trade would be an isolated dash at 1.3.
    expect(candleData(candle('1.3', '1.3', '1.3', '1.3'), before)).toMatchObject({
      open: 0.95,
      low: 0.95,
      high: 1.3,
      close: 1.3,
    })
    expect(candleData(candle('0.8', '0.8', '0.8', '0.8'), before)).toMatchObject({
      open: 0.95,
      low: 0.8,
      high: 0.95,
      close: 0.8,
    })
  })

  it('keeps how far its own trades went', () => {
    const before = candle('1', '1', '1', '1')
    expect(candleData(candle('1.1', '1.5', '0.7', '1.2'), before)).toMatchObject({ low: 0.7, high: 1.5 })
  })
})

describe('the chart', () => {
  const look: ChartStyle = {
    ...{ up: '#112233', down: '#445566', ink: '#778899', line: '#aabbcc', font: 'sans' },
    showPrice: (price) => `price ${price}`,
    showTick: (iso, isDay) => `${isDay ? 'day' : 'time'} ${iso}`,
    showMoment: (iso) => `at ${iso}`,
  }
  const made = (count: number, hour = 0) =>
    Array.from({ length: count }, (_, place) => ({
      ...candle('1', '1', '1', `${place + 1}`),
      at: new Date(Date.UTC(2026, 10, 22, hour, place)).toISOString(),
    }))
  let chart: ReturnType<typeof drawCandles>
  beforeEach(() => {
    chart = drawCandles({} as HTMLElement, look)
  })

  it('lets the page scroll and zoom, and draws no frame or logo', () => {
    expect(drawn.chart).toMatchObject({
      autoSize: true,
      handleScroll: { vertTouchDrag: false, mouseWheel: false },
      handleScale: { mouseWheel: false, axisPressedMouseMove: false },
      layout: { attributionLogo: false, textColor: look.ink, fontFamily: 'sans', fontSize: 11 },
      grid: { vertLines: { visible: false }, horzLines: { color: look.line } },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true },
    })
  })

  it('shows prices and times as the app writes them', () => {
    type Formats = Record<'localization' | 'timeScale', Record<string, (value: number, type?: number) => string>>
    const { localization, timeScale } = drawn.chart as Formats
    expect(localization.priceFormatter?.(1.5)).toBe('price 1.50000000')
    expect(localization.timeFormatter?.(0)).toBe('at 1970-01-01T00:00:00.000Z')
    const ticks = [0, 1, 2, 3].map((type) => timeScale.tickMarkFormatter?.(60, type))
    expect(ticks.map((tick) => tick?.split(' ')[0])).toEqual(['day', 'day', 'day', 'time'])
    expect(ticks[0]).toBe('day 1970-01-01T00:01:00.000Z')
  })

  it('is a line first, or candles, above the volumes', () => {
    const [candles, line, volumes] = drawn.plots
    expect(candles?.options).toMatchObject({
      visible: false,
      upColor: look.up,
      wickDownColor: look.down,
      borderVisible: false,
    })
    expect(line?.options).toEqual({ lineColor: look.up, topColor: '#11223347', bottomColor: '#11223300', lineWidth: 2 })
    expect(volumes?.options).toEqual({ priceScaleId: '', priceLineVisible: false, lastValueVisible: false })
    expect([candles?.scale, volumes?.scale]).toEqual([
      { scaleMargins: { top: 0.08, bottom: 0.26 } },
      { scaleMargins: { top: 0.8, bottom: 0 } },
    ])
    chart.setShape('candles')
    expect([candles?.options.visible, line?.options.visible]).toEqual([true, false])
    chart.setShape('line')
    expect([candles?.options.visible, line?.options.visible]).toEqual([false, true])
  })

  it('shows the last sixty candles of a new range, and stays where it is as the range grows', () => {
    chart.setCandles(made(100))
    expect(drawn.range).toEqual({ from: 40, to: 100 })
    const [candles, line, volumes] = drawn.plots
    expect(candles?.data[1]).toMatchObject({ open: 1, close: 2 })
    expect(line?.data[1]).toEqual({ time: candles?.data[1]?.time, value: 2 })
    expect(volumes?.data[1]).toEqual({ time: candles?.data[1]?.time, value: 1, color: look.line })
    chart.setCandles(made(101))
    expect(drawn.range).toEqual({ from: 40, to: 100 })
    chart.setCandles(made(30, 5))
    expect(drawn.range).toEqual({ from: 0, to: 30 })
  })

  it('changes its colours without new candles, and is removed whole', () => {
    chart.setCandles(made(2))
    chart.setLook({ ...look, up: '#000000', line: '#ffffff', ink: '#123456' })
    const [candles, line, volumes] = drawn.plots
    expect(drawn.chart).toMatchObject({ layout: { textColor: '#123456' } })
    expect([candles?.options.upColor, line?.options.topColor]).toEqual(['#000000', '#00000047'])
    expect(volumes?.data.map(({ color }) => color)).toEqual(['#ffffff', '#ffffff'])
    chart.remove()
    expect(drawn.removed).toBe(true)
  })
})

/** Floats for drawing only, never for sums. */
export type ChartPoint = {
  readonly at: string
  readonly value: string
}
export type Spot = { readonly x: number; readonly y: number }
export type Scale = {
  readonly low: number
  readonly high: number
  readonly ticks: readonly number[]
}

function stepOf(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / most))
  return power * ([1, 2, 5].find((each) => power * each * most >= span) ?? 10)
}

export function scaleOf(values: readonly number[], mostTicks = 4): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const around = most - least || Math.abs(most) * 0.02 || 1
  const [low, high] = [least - around * 0.08, most + around * 0.08]
  const step = stepOf(high - low, mostTicks)
  const first = Math.ceil(low / step)
  const ticks: number[] = []
  for (let number = first; number * step <= high; number += 1) ticks.push(Number((number * step).toPrecision(12)))
  return { low, high, ticks }
}

export const heightOf = ({ low, high }: Scale, value: number): number => (value - low) / (high - low)

/** Scales points to 100 × 100 by time and value. y = 0 is the top. */
export function spotsOf(points: readonly ChartPoint[], scale: Scale): Spot[] {
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  return points.map(({ value }, place) => ({
    x: last === first ? 100 : (((times[place] ?? first) - first) / (last - first)) * 100,
    y: (1 - heightOf(scale, Number(value))) * 100,
  }))
}

export function nearestTo(spots: readonly Spot[], x: number): number {
  let best = 0
  for (const [place, spot] of spots.entries())
    if (Math.abs(spot.x - x) < Math.abs((spots[best]?.x ?? 0) - x)) best = place
  return best
}

export function pointAfter(key: string, place: number, count: number): number | undefined {
  const tenth = Math.max(1, Math.round(count / 10))
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -tenth,
    PageUp: tenth,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, place + step))
}

/** Where a line of values stands in a box. Only for drawing: these floats are points on a screen, no sum is ever made of them. */
export type ChartPoint = {
  /** ISO 8601. */
  readonly at: string
  /** Decimal text. */
  readonly value: string
}
export type Spot = { readonly x: number; readonly y: number }
export type Scale = {
  /** The values at the foot and at the top of the box. */
  readonly low: number
  readonly high: number
  /** Round values inside it, the lowest first. */
  readonly ticks: readonly number[]
}

/** Steps of a scale: 1, 2 or 5 of a power of ten. */
function stepOf(span: number, most: number): number {
  const power = 10 ** Math.floor(Math.log10(span / most))
  return power * ([1, 2, 5].find((each) => power * each * most >= span) ?? 10)
}

/** A scale around values, with at most five lines. Values that are all the same stand in the middle. */
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

/** How far from the foot of the box a value stands, 0 to 1. */
export const heightOf = ({ low, high }: Scale, value: number): number => (value - low) / (high - low)

/** Each point in a box of 100 × 100, by its time and value; y counts from the top. */
export function spotsOf(points: readonly ChartPoint[], scale: Scale): Spot[] {
  const times = points.map(({ at }) => Date.parse(at))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  return points.map(({ value }, place) => ({
    x: last === first ? 100 : (((times[place] ?? first) - first) / (last - first)) * 100,
    y: (1 - heightOf(scale, Number(value))) * 100,
  }))
}

/** The point nearest to a place across the box, 0 to 100. */
export function nearestTo(spots: readonly Spot[], x: number): number {
  let best = 0
  for (const [place, spot] of spots.entries())
    if (Math.abs(spot.x - x) < Math.abs((spots[best]?.x ?? 0) - x)) best = place
  return best
}

/** Where a key moves from a point; undefined for other keys. */
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

import { type PointerEvent, useMemo, useState } from 'react'
import { type ChartPoint, heightOf, nearestTo, pointAfter, scaleOf, spotsOf } from './chart-lines.ts'

type LineChartProps = {
  readonly points: readonly ChartPoint[]
  /** Description for screen readers. */
  readonly label: string
  readonly tone: 'up' | 'down' | 'flat'
  /** Formats a scale value (decimal string). */
  readonly showTick: (value: string) => string
  readonly sayPoint: (point: ChartPoint) => string
  readonly onScrub: (point: ChartPoint | undefined) => void
  readonly height: string
  /** Hides the user's values, including from screen readers. */
  readonly covered?: boolean
}

const tones = { up: 'text-up', down: 'text-down', flat: 'text-ink-3' } as const

/** Responsive chart for touch, mouse and keys. Never mirrored. */
export function LineChart({
  points,
  label,
  tone,
  showTick,
  sayPoint,
  onScrub,
  height,
  covered = false,
}: LineChartProps) {
  const [at, setAt] = useState<number>()
  const scale = useMemo(() => scaleOf(points.map(({ value }) => Number(value))), [points])
  const spots = useMemo(() => spotsOf(points, scale), [points, scale])
  const last = points.length - 1
  const place = at === undefined ? last : Math.min(at, last)
  const [spot, point] = [spots[place], points[place]]
  const move = (to: number | undefined) => {
    setAt(to)
    onScrub(to === undefined ? undefined : points[to])
  }
  const touch = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    move(nearestTo(spots, ((event.clientX - left) / width) * 100))
  }
  const line = spots.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')
  return (
    <div dir="ltr" className="flex" style={{ height }}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={place}
        aria-valuetext={point && sayPoint(point)}
        className={`relative min-w-0 flex-1 ${tones[tone]}`}
        style={{ touchAction: 'pan-y', cursor: 'crosshair' }}
        onPointerDown={touch}
        onPointerMove={touch}
        // Touch keeps its selection after release.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && move(undefined)}
        onPointerCancel={() => move(undefined)}
        onBlur={() => move(undefined)}
        onKeyDown={(event) => {
          const next = pointAfter(event.key, place, points.length)
          if (next === undefined) return
          event.preventDefault()
          move(next)
        }}
      >
        <svg
          width="100%"
          height="100%"
          className="block"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {scale.ticks.map((tick) => (
            <path
              key={tick}
              d={`M0 ${(1 - heightOf(scale, tick)) * 100}H100`}
              className="text-line"
              stroke="currentColor"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={`${line}V100H0Z`} fill="currentColor" fillOpacity=".12" />
          <path d={line} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
          {at !== undefined && spot && (
            <path
              d={`M${spot.x} 0V100`}
              className="text-ink-3"
              stroke="currentColor"
              strokeDasharray="3 3"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
        {spot && (
          <span
            className="absolute rounded-pill"
            style={{
              left: `calc(${spot.x}% - 5px)`,
              top: `calc(${spot.y}% - 5px)`,
              width: 10,
              height: 10,
              background: 'currentColor',
              pointerEvents: 'none',
            }}
          />
        )}
      </div>
      <div className="relative flex-none text-caption text-ink-3" style={{ width: 60 }} aria-hidden="true">
        {!covered &&
          scale.ticks.map((tick) => (
            <span
              key={tick}
              className="num absolute end-0 whitespace-nowrap"
              style={{ top: `calc(${(1 - heightOf(scale, tick)) * 100}% - .7em)` }}
            >
              {showTick(String(tick))}
            </span>
          ))}
      </div>
    </div>
  )
}

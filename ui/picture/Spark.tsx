export function sparkPath(values: readonly number[], width: number, height: number, pad = 3): string {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const points = values.map((value, i) => ({
    x: (i / Math.max(1, values.length - 1)) * width,
    y: pad + (1 - (value - low) / span) * (height - pad * 2),
  }))
  let path = ''
  for (const [i, { x, y }] of points.entries()) {
    const before = points[i - 1]
    if (!before) path = `M${x} ${y.toFixed(1)}`
    else {
      const middle = ((before.x + x) / 2).toFixed(1)
      path += `C${middle} ${before.y.toFixed(1)} ${middle} ${y.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}`
    }
  }
  return path
}

type SparkProps = { readonly values: readonly number[]; readonly tone: 'up' | 'down' | 'flat' }
export const Spark = ({ values, tone }: SparkProps) => (
  <svg
    className={`h-7 w-14 flex-none ${tone === 'up' ? 'text-up' : tone === 'down' ? 'text-down' : 'text-ink-3'}`}
    viewBox="0 0 56 28"
    aria-hidden="true"
  >
    {values.length > 1 && <path d={sparkPath(values, 56, 28)} fill="none" stroke="currentColor" strokeWidth="1.75" />}
  </svg>
)

type TrendProps = { readonly values: readonly number[]; readonly className?: string }
export const Trend = ({ values, className = '' }: TrendProps) => {
  if (values.length < 2) return null
  const line = sparkPath(values, 350, 64, 8)
  return (
    <svg
      className={`block h-16 w-full ${className}`}
      viewBox="0 0 350 64"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="trend" x2="0" y2="1">
          <stop stopColor="currentColor" stopOpacity=".34" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={`${line}L350 64L0 64Z`} fill="url(#trend)" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        vectorEffect="non-scaling-stroke"
        strokeLinecap="round"
      />
    </svg>
  )
}

import { Icon } from '#ui/picture/Icon.tsx'
import { arcsOf, type Check, type CheckState, progressOf } from './checks.ts'

const [size, radius] = [72, 31]
const around = 2 * Math.PI * radius

const strength: Readonly<Record<CheckState, number>> = {
  right: 1,
  waiting: 0.25,
  open: 0.25,
  // Leaves a gap in the ring.
  wrong: 0,
}

export function ProofRing({ checks }: { checks: readonly Check[] }) {
  const { is, done, all } = progressOf(checks)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <span
      className="relative grid flex-none place-items-center"
      style={{ width: size, height: size }}
      aria-hidden="true"
      data-ring={is}
    >
      <svg viewBox={`0 0 ${size} ${size}`} className="absolute inset-0" fill="none" aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={radius} stroke="currentColor" strokeWidth="1.5" strokeOpacity=".25" />
        {arcsOf(checks).map(({ name, state, from, to }) => (
          <circle
            key={name}
            cx={size / 2}
            cy={size / 2}
            r={radius}
            stroke="currentColor"
            strokeWidth="7"
            strokeDasharray={`${(to - from) * around} ${around}`}
            strokeDashoffset={-from * around}
            strokeOpacity={strength[state]}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
            style={{ transition: isStill ? 'none' : 'stroke-opacity .5s, stroke-dasharray .5s, stroke-dashoffset .5s' }}
          />
        ))}
      </svg>
      {is === 'checking' || is === 'open' ? (
        <span className="num text-title font-bold">
          {done}/{all}
        </span>
      ) : (
        <Icon name={is === 'right' ? 'check' : 'warn'} size={30} />
      )}
    </span>
  )
}

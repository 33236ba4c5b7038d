import { Icon } from '#ui/Icon.tsx'
import { arcsOf, type Check, type CheckState, progressOf } from './checks.ts'

const [size, radius] = [72, 31]
const around = 2 * Math.PI * radius

const looks: Readonly<Record<CheckState, string>> = {
  right: 'opacity-100',
  waiting: 'opacity-25',
  open: 'opacity-25',
  // Left out: the ring is broken there.
  wrong: 'opacity-0',
}

/** A ring with an arc for each check that closes when all of them are right. What it shows is said in words beside it. */
export function ProofRing({ checks }: { checks: readonly Check[] }) {
  const { is, done, all } = progressOf(checks)
  return (
    <span className="relative grid size-18 flex-none place-items-center" aria-hidden="true" data-ring={is}>
      <svg viewBox={`0 0 ${size} ${size}`} className="absolute inset-0 -rotate-90" fill="none" aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={radius} stroke="currentColor" strokeWidth="1.5" className="opacity-25" />
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
            className={`transition-[opacity,stroke-dasharray,stroke-dashoffset] duration-500 ${looks[state]}`}
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

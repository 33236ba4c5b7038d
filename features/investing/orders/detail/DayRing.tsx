import type { ReactNode } from 'react'

type DayRingProps = {
  /** From 1. */
  readonly day: number
  readonly days: number
  readonly size?: number
  readonly children: ReactNode
}

/** Decorative: show the day in words next to it. */
export const DayRing = ({ day, days, size = 44, children }: DayRingProps) => (
  <span className="relative grid flex-none place-items-center" style={{ width: size, height: size }}>
    <svg
      viewBox="0 0 44 44"
      aria-hidden="true"
      className="absolute inset-0 size-full -rotate-90 text-accent rtl:-scale-y-100"
    >
      <circle cx="22" cy="22" r="20.5" fill="none" stroke="var(--line)" strokeWidth="3" />
      <circle
        cx="22"
        cy="22"
        r="20.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
        pathLength="100"
        strokeDasharray={`${(100 * Math.min(day, days)) / Math.max(1, days)} 100`}
      />
    </svg>
    {children}
  </span>
)

import { useMemo } from 'react'
import { guillochePath } from '#kit/seal/guilloche.ts'

type GuillocheProps = {
  readonly of: string
  readonly size: number
  readonly rings: number
}

/** Decorative banknote pattern for the company. Patterns look similar, so they must never identify a wallet. */
export function Guilloche({ of, size, rings }: GuillocheProps) {
  const paths = useMemo(() => Array.from({ length: rings }, (_, ring) => guillochePath(`${of}${ring}`)), [of, rings])
  return (
    <svg
      className="brand block flex-none"
      width={size}
      height={size}
      viewBox="0 0 100 100"
      fill="none"
      stroke="currentColor"
      strokeWidth=".9"
      aria-hidden="true"
    >
      {paths.map((path, ring) => (
        <path key={path} d={path} transform={`rotate(${ring * 11} 50 50)`} opacity={Math.max(0.1, 1 - ring * 0.3)} />
      ))}
    </svg>
  )
}

import { useMemo } from 'react'
import { guillochePath } from '#kit/guilloche.ts'

type GuillocheProps = {
  /** What the lines are drawn from: the same text, the same lines. */
  readonly of: string
  readonly size: number
  readonly rings: number
}

/** The company's mark in the line work of banknotes. Two of them look alike, so it never stands for a wallet. Decorative. */
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

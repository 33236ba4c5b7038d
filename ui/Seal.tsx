import { useMemo } from 'react'
import { sealPath } from '#kit/seal.ts'

type SealProps = {
  /** The wallet ID whose seal it is. */
  readonly id: string
  readonly size?: number
  readonly rings?: number
  /** Only the lines, without the round ground: for watermarks and empty states. */
  readonly bare?: boolean
  readonly className?: string
}

/** The picture of a wallet: everybody knows their own, so it also proves that a sheet is ours. Decorative. */
export function Seal({ id, size = 40, rings = 2, bare = false, className = '' }: SealProps) {
  const paths = useMemo(() => Array.from({ length: rings }, (_, ring) => sealPath(`${id}${ring}`)), [id, rings])
  return (
    <svg
      className={`${bare ? '' : 'seal'} block flex-none ${className}`}
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

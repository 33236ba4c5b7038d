import { useMemo } from 'react'
import { sealOf } from '#kit/seal/seal.ts'

type SealProps = {
  readonly id: string
  readonly size?: number
  /** Outlines only, in the text color, for watermarks and empty states. */
  readonly bare?: boolean
  readonly className?: string
}

/** Wallet identicon. Same in all color schemes. Decorative. */
export function Seal({ id, size = 40, bare = false, className = '' }: SealProps) {
  const { ground, ink, accent, petals, heart } = useMemo(() => sealOf(id), [id])
  return (
    <svg
      className={`block flex-none rounded-pill ${className}`}
      width={size}
      height={size}
      viewBox="0 0 100 100"
      aria-hidden="true"
    >
      {bare ? (
        <path d={petals + heart} fill="none" stroke="currentColor" />
      ) : (
        <>
          <circle cx="50" cy="50" r="50" fill={ground} />
          <path d={petals} fill={ink} />
          <path d={heart} fill={accent} />
        </>
      )}
    </svg>
  )
}

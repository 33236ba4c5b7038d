import { useMemo } from 'react'
import { sealOf } from '#kit/seal.ts'

type SealProps = {
  /** The wallet ID whose seal it is. */
  readonly id: string
  readonly size?: number
  /** Only its outlines in the colour of the text: for watermarks and empty states. */
  readonly bare?: boolean
  readonly className?: string
}

/** The picture of a wallet, to tell it from others at a glance. The same in light, dark and forced colours. Decorative. */
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

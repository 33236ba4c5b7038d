import { useState } from 'react'
import { Seal } from './Seal.tsx'

type AvatarProps = {
  /** The wallet ID, whose seal stands where there is no picture. */
  readonly id: string
  /** The address of the picture chosen. */
  readonly src: string | undefined
  readonly size?: number
}

/** How a wallet shows itself: by the picture its holder chose, or by its seal. Decorative. */
export function Avatar({ id, src, size = 40 }: AvatarProps) {
  const [lost, setLost] = useState('')
  if (!src || lost === src) return <Seal id={id} size={size} />
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      className="block flex-none rounded-pill object-cover"
      onError={() => setLost(src)}
    />
  )
}

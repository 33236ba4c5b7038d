import { useState } from 'react'
import { Seal } from './Seal.tsx'

type AvatarProps = {
  /** Wallet ID for the fallback identicon. */
  readonly id: string
  readonly src: string | undefined
  readonly size?: number
}

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

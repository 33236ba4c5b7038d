import { useEffect } from 'react'
import type { OwnPart } from '#features/proof/answer/proof-checks.ts'
import { useSession } from '#ui/session.ts'
import { ownPartOf } from './own-part.ts'
import { useOwnProof } from './use-own-proof.ts'

type OwnProbeProps = { readonly onFound: (own: OwnPart, again: () => Promise<void>) => void }

/** Checks one's own part of the proof and tells what it finds; it shows nothing. */
export function OwnProbe({ onFound }: OwnProbeProps) {
  const walletId = useSession()?.walletId ?? ''
  const { proof, again } = useOwnProof({ anew: true })
  useEffect(() => onFound(ownPartOf(walletId, proof), again), [walletId, proof.is, proof, again, onFound])
  return null
}

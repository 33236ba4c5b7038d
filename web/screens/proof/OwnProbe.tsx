import { useEffect } from 'react'
import type { OwnPart } from '#features/proof/answer/proof-checks.ts'
import { useSession } from '#ui/session/session.ts'
import { ownPartOf } from './own-part.ts'
import { useOwnProof } from './use-own-proof.ts'

type OwnProbeProps = { readonly onFound: (own: OwnPart, again: () => Promise<void>) => void }

/** Runs the proof check without UI. */
export function OwnProbe({ onFound }: OwnProbeProps) {
  const walletId = useSession()?.walletId ?? ''
  const { proof, again } = useOwnProof({ anew: true })
  const part = ownPartOf(walletId, proof)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each poll finds the same thing, reported once
  useEffect(() => onFound(part, again), [JSON.stringify(part), again, onFound])
  return null
}

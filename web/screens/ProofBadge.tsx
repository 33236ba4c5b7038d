import { loadConfig } from '#kit/wire/app.contract.ts'
import { useRead } from '#ui/use-call.ts'
import { ProofMark } from './ProofMark.tsx'
import { judgedAt } from './proof-age.ts'
import { useOwnProof } from './use-own-proof.ts'

/** Whether one's coins are in the proof of the day, checked by this device without a tap. */
export function ProofBadge() {
  const { proof } = useOwnProof()
  const config = useRead(loadConfig, {})
  return <ProofMark proof={proof} now={judgedAt(config.data)} />
}

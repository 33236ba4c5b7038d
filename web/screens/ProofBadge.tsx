import { loadConfig } from '#kit/wire/app.contract.ts'
import { useRead } from '#ui/use-call.ts'
import { ProofStatus } from './ProofStatus.tsx'
import { judgedAt } from './proof-age.ts'
import { useOwnProof } from './use-own-proof.ts'

export function ProofBadge() {
  const { proof } = useOwnProof()
  const config = useRead(loadConfig, {})
  return <ProofStatus proof={proof} now={judgedAt(config.data)} />
}

import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { ProofStatus } from '../proof/ProofStatus.tsx'
import { judgedAt } from '../proof/proof-age.ts'
import { useOwnProof } from '../proof/use-own-proof.ts'

export function ProofBadge() {
  const { proof } = useOwnProof()
  const config = useRead(loadConfig, {})
  return <ProofStatus proof={proof} now={judgedAt(config.data)} />
}

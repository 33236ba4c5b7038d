import type { OwnPart } from '#features/proof/answer/proof-checks.ts'
import { addAmounts } from '#features/proof/checks/own-sums.ts'
import type { OwnProof } from './own-proof-store.ts'

/** Coins count as included only if every figure was checked. */
export function ownPartOf(walletId: string, proof: OwnProof): OwnPart {
  if (walletId === '') return { is: 'out' }
  if (proof.is === 'checking') return { is: 'waiting' }
  if (proof.is === 'unchecked') return { is: proof.last?.answer.is === 'wrong' ? 'wrong' : 'open' }
  const { answer } = proof.check
  if (answer.is === 'wrong') return { is: 'wrong' }
  if (answer.is === 'none') return { is: 'none' }
  if (!answer.compared || answer.unproven.length > 0) return { is: 'open' }
  const amounts = addAmounts(answer.amounts)
  return amounts.length === 0 ? { is: 'none' } : { is: 'right', amounts }
}

import { isSignedBy } from '#kit/seal/signed-text.ts'
import { NeedsApproval } from '../signer-refused.ts'

/** Ed25519, base64url. */
export type Approval = { readonly approver: string; readonly signature: string }

export type ApproverRules = {
  /** Base64url. Approvers listed in the database do not count. */
  readonly approvers: Readonly<Record<string, string>>
  readonly approvalsNeeded: number
}

function approvedBy({ approvers }: ApproverRules, text: string, approvals: readonly Approval[]): number {
  const given = approvals.filter(({ approver, signature }) => {
    const key = Object.hasOwn(approvers, approver) ? approvers[approver] : undefined
    return key !== undefined && isSignedBy(text, signature, key)
  })
  return new Set(given.map(({ approver }) => approver)).size
}

export const areEnough = (rules: ApproverRules, text: string, approvals: readonly Approval[]): boolean =>
  approvedBy(rules, text, approvals) >= rules.approvalsNeeded

/** @throws NeedsApproval */
export function checkApprovals(rules: ApproverRules, text: string, approvals: readonly Approval[], why = ''): void {
  const count = approvedBy(rules, text, approvals)
  if (count < rules.approvalsNeeded)
    throw new NeedsApproval(`${why}the signer’s own approvers have not signed: ${count} of ${rules.approvalsNeeded}`)
}

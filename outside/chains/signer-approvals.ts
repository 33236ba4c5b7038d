import { isSignedBy } from '#kit/signed-text.ts'
import { NeedsApproval } from './signer-refused.ts'

/** An approver's word for one payment: plain JSON. The signature is Ed25519 over its text, base64url. */
export type Approval = { readonly approver: string; readonly signature: string }

/** Whose word counts at the signer, and how many must have given it. */
export type ApproverRules = {
  /** Public keys by name, base64url. Those of the database do not count here. */
  readonly approvers: Readonly<Record<string, string>>
  readonly approvalsNeeded: number
}

/** How many of the signer's own approvers have signed a text; nobody counts twice. */
function approvedBy({ approvers }: ApproverRules, text: string, approvals: readonly Approval[]): number {
  const given = approvals.filter(({ approver, signature }) => {
    const key = Object.hasOwn(approvers, approver) ? approvers[approver] : undefined
    return key !== undefined && isSignedBy(text, signature, key)
  })
  return new Set(given.map(({ approver }) => approver)).size
}

export const areEnough = (rules: ApproverRules, text: string, approvals: readonly Approval[]): boolean =>
  approvedBy(rules, text, approvals) >= rules.approvalsNeeded

/** Refuses what not enough of the signer's own approvers have signed for. @throws NeedsApproval */
export function checkApprovals(rules: ApproverRules, text: string, approvals: readonly Approval[], why = ''): void {
  const count = approvedBy(rules, text, approvals)
  if (count < rules.approvalsNeeded)
    throw new NeedsApproval(`${why}the signer’s own approvers have not signed: ${count} of ${rules.approvalsNeeded}`)
}

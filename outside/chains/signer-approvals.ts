import { isSignedBy } from '#kit/signed-text.ts'
import { SignerRefused } from './signer-refused.ts'

/** An approver's word for one payment: plain JSON. The signature is Ed25519 over its text, base64url. */
export type Approval = { readonly approver: string; readonly signature: string }

/** Whose word counts at the signer, and how many must have given it. */
export type ApproverRules = {
  /** Public keys by name, base64url. Those of the database do not count here. */
  readonly approvers: Readonly<Record<string, string>>
  readonly approvalsNeeded: number
}

/** Refuses a payment that not enough of the signer's own approvers have signed for; nobody counts twice. @throws SignerRefused */
export function checkApprovals(rules: ApproverRules, text: string, approvals: readonly Approval[]): void {
  const { approvers, approvalsNeeded } = rules
  const given = approvals.filter(({ approver, signature }) => {
    const key = Object.hasOwn(approvers, approver) ? approvers[approver] : undefined
    return key !== undefined && isSignedBy(text, signature, key)
  })
  const names = new Set(given.map(({ approver }) => approver))
  if (names.size < approvalsNeeded)
    throw new SignerRefused(`the signer’s own approvers have not signed: ${names.size} of ${approvalsNeeded}`)
}

import { speakAsOperators } from '#engine/db-role.store.ts'
import { isSignatureRight } from '#identity/sessions/identity-key.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { Approval } from '#outside/chains/signer/limits/signer-approvals.ts'

export type Approver = { readonly name: string; readonly publicKey: string }

export const approvers = (sql: Sql): Promise<Approver[]> =>
  sql.query<Approver>('SELECT name, public_key AS "publicKey" FROM approver WHERE removed_at IS NULL ORDER BY name')

/** Locks the approver list until the transaction ends, so no approver is removed meanwhile. */
export async function lockApprovers(tx: Tx): Promise<Approver[]> {
  await speakAsOperators(tx)
  await tx.query('LOCK TABLE approver IN SHARE ROW EXCLUSIVE MODE')
  return approvers(tx)
}

/** @returns whether name and key were new. */
export async function addApprover(tx: Tx, { name, publicKey }: Approver, at: Date): Promise<boolean> {
  await speakAsOperators(tx)
  const rows = await tx.query(
    'INSERT INTO approver (name, public_key, added_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING name',
    [name, publicKey, at],
  )
  return rows.length > 0
}

/** The approver's earlier signatures become invalid too. @returns whether the approver existed. */
export async function removeApprover(tx: Tx, name: string, at: Date): Promise<boolean> {
  await speakAsOperators(tx)
  const rows = await tx.query(
    'UPDATE approver SET removed_at = $2 WHERE name = $1 AND removed_at IS NULL RETURNING name',
    [name, at],
  )
  return rows.length > 0
}

/**
 * The caller has locked the withdrawal or return. @param asked its number and the text to sign. @returns the number of approvals. @throws
 * ops.approval_wrong unless this is an approver's first valid signature for it
 */
export async function keepApproval(
  tx: Tx,
  asked: { readonly id: bigint; readonly text: string },
  word: { readonly approver: string; readonly signature: string },
  at: Date,
): Promise<number> {
  await speakAsOperators(tx)
  const approver = (await approvers(tx)).find(({ name }) => name === word.approver)
  const isRight = approver && isSignatureRight(asked.text, word.signature, approver.publicKey)
  if (!isRight) fail('ops.approval_wrong')
  const kept = await tx.query(
    `INSERT INTO withdrawal_approval (withdrawal_id, approver, signature, approved_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING approver`,
    [asked.id, word.approver, word.signature, at],
  )
  if (kept.length === 0) fail('ops.approval_wrong')
  return (await approvalsOf(tx, asked.id)).length
}

/** Returns only current approvers. */
export async function approvalsOf(sql: Sql, id: bigint): Promise<readonly string[]> {
  const rows = await sql.query<{ approver: string }>(
    `SELECT a.approver FROM withdrawal_approval a JOIN approver p ON p.name = a.approver AND p.removed_at IS NULL
     WHERE a.withdrawal_id = $1 ORDER BY a.approved_at, a.approver`,
    [id],
  )
  return rows.map(({ approver }) => approver)
}

export const signaturesOf = (sql: Sql, id: bigint): Promise<Approval[]> =>
  sql.query<Approval>(
    `SELECT a.approver, a.signature FROM withdrawal_approval a JOIN approver p ON p.name = a.approver AND p.removed_at IS NULL
     WHERE a.withdrawal_id = $1 ORDER BY a.approved_at, a.approver`,
    [id],
  )

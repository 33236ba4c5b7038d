import type { Coin } from '#kit/amount/coins.ts'
import { type Address, addressProblem } from '#kit/chain/address.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { isCompanyAddress } from '#outside/chains/keys/deposit-address.store.ts'
import { type DepositPointer, returnKey, returnMessage } from '#outside/chains/signer/acts/return-message.ts'
import { keepApproval } from './approving/approvals.store.ts'
import { withdrawalApprovals } from './withdrawal-settings.ts'
import { markApproved, moveWithdrawal, type WithdrawalState } from './withdrawals.store.ts'

export type Return = {
  readonly id: bigint
  readonly depositId: bigint
  readonly deposit: DepositPointer
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly address: Address
  readonly state: WithdrawalState
  readonly askedAt: Date
  readonly note: string
  /** Once allocated, only the chain decides the outcome. */
  readonly isAllocated: boolean
}

const columns = `w.id, w.deposit_id AS "depositId", jsonb_build_object('hash', d.tx_hash, 'ordinal', d.ordinal) AS deposit, w.chain, w.coin, w.units, w.address, w.state,
  w.requested_at AS "askedAt", w.note, p.withdrawal_id IS NOT NULL AS "isAllocated"`
const source = 'withdrawal w JOIN deposit d ON d.id = w.deposit_id LEFT JOIN payment p ON p.withdrawal_id = w.id'

/** Oldest first. */
export const openReturns = (sql: Sql, limit: number): Promise<Return[]> =>
  sql.query<Return>(`SELECT ${columns} FROM ${source} WHERE w.ended_at IS NULL ORDER BY w.id LIMIT $1`, [limit])

/** Locks the return until the transaction ends. @throws request.data_missing */
export async function lockReturn(tx: Tx, id: bigint): Promise<Return> {
  const [row] = await tx.query<Return>(`SELECT ${columns} FROM ${source} WHERE w.id = $1 FOR UPDATE OF w`, [id])
  return row ?? fail('request.data_missing')
}

export const returnTextOf = (back: Return): string => returnMessage(back)

/**
 * Returns an unclaimed payment to its sender. It stays in suspense until signed. A failed return cannot be retried, because its id is used
 * up. @returns its number. @throws ops.nothing_to_do unless it is in suspense and its sender is not one of our addresses
 */
export async function askReturn(tx: Tx, depositId: bigint, at: Date): Promise<bigint> {
  const [deposit] = await tx.query<DepositPointer & { chain: ChainId; coin: Coin; units: bigint; address: Address }>(
    `SELECT d.tx_hash AS hash, d.ordinal, d.chain, d.coin, d.units, d.from_address AS address FROM deposit d
     WHERE d.id = $1 AND d.kind = 'unknown' AND d.state = 'credited' AND d.orphaned_at IS NULL AND d.units > 0
       AND NOT EXISTS (SELECT FROM suspense_release r WHERE r.deposit_id = d.id) FOR UPDATE OF d`,
    [depositId],
  )
  if (!deposit) fail('ops.nothing_to_do')
  const { chain, coin, units, address } = deposit
  if (addressProblem(chains[chain].form, address) || (await isCompanyAddress(tx, address))) fail('ops.nothing_to_do')
  const before = await tx.query<{ isUsed: boolean }>(
    `SELECT w.state <> 'cancelled' AS "isUsed" FROM withdrawal w WHERE w.deposit_id = $1`,
    [depositId],
  )
  if (before.some(({ isUsed }) => isUsed)) fail('ops.nothing_to_do')
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO withdrawal (key, deposit_id, chain, coin, units, fee_units, address, state, needs_review, requested_at)
     VALUES ($1, $2, $3, $4, $5, 0, $6, 'reviewing', true, $7) RETURNING id`,
    [`${returnKey(chain, deposit)}:${before.length + 1}`, depositId, chain, coin, units, address, at],
  )
  return row?.id ?? fail('ops.nothing_to_do')
}

/** A minimum for returns, even if the withdrawal setting is lower. */
const approvalsMin = 2

/** @returns approvals given and required. @throws ops.nothing_to_do, ops.approval_wrong */
export async function approveReturn(
  tx: Tx,
  id: bigint,
  word: { readonly approver: string; readonly signature: string },
  at: Date,
): Promise<{ readonly signed: number; readonly needed: number }> {
  const back = await lockReturn(tx, id)
  if (back.state !== 'reviewing') fail('ops.nothing_to_do')
  const signed = await keepApproval(tx, { id, text: returnTextOf(back) }, word, at)
  const needed = Math.max(approvalsMin, await readSetting(tx, withdrawalApprovals))
  if (signed >= needed) {
    await markApproved(tx, id, at)
    await moveWithdrawal(tx, id, 'sending')
  }
  return { signed, needed }
}

/** Possible only before sending starts. The coins stay in suspense. @throws ops.nothing_to_do */
export async function cancelReturn(tx: Tx, id: bigint, reason: string, at: Date): Promise<void> {
  const { state, isAllocated } = await lockReturn(tx, id)
  if (isAllocated || (state !== 'reviewing' && state !== 'sending')) fail('ops.nothing_to_do')
  await moveWithdrawal(tx, id, 'cancelled', { endedAt: at, note: reason })
}

/** Whether the payment is still in suspense, on the chain, and from this address. */
export async function isReturnable(sql: Sql, id: bigint): Promise<boolean> {
  const [row] = await sql.query(
    `SELECT FROM withdrawal w JOIN deposit d ON d.id = w.deposit_id WHERE w.id = $1 AND d.kind = 'unknown' AND d.state = 'credited'
       AND d.orphaned_at IS NULL AND (d.chain, d.coin, d.units, d.from_address) = (w.chain, w.coin, w.units, w.address)
       AND NOT EXISTS (SELECT FROM suspense_release r WHERE r.deposit_id = d.id)`,
    [id],
  )
  return row !== undefined
}

import { lockWallet } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { cancelledEntry } from '../withdrawal-entries.ts'
import { withdrawalApprovals } from '../withdrawal-settings.ts'
import {
  letGo,
  lockWithdrawal,
  markApproved,
  moveWithdrawal,
  type Placed,
  placeWithdrawals,
  type Withdrawal,
  waitForRush,
} from '../withdrawals.store.ts'
import { isCancellable, reviewEnd, rushEnd, stageOf } from '../withdrawals.ts'
import { keepApproval } from './approvals.store.ts'
import { approvalMessage } from './approvals.ts'
import { type FlowOf, isRush, loadFlow, lockFlow } from './velocity.store.ts'

/** Locks the wallet first, like everything that moves its money. */
async function lockBoth(tx: Tx, id: bigint): Promise<Withdrawal> {
  const [owner] = await tx.query<{ walletId: Withdrawal['walletId'] }>(
    'SELECT wallet_id AS "walletId" FROM withdrawal WHERE id = $1',
    [id],
  )
  if (!owner) fail('request.data_missing')
  await lockWallet(tx, owner.walletId)
  return (await lockWithdrawal(tx, id)) ?? fail('request.data_missing')
}

/** Moves an open withdrawal to its stage. @returns it in its new state. */
export async function moveStage(tx: Tx, id: bigint, now: Date): Promise<Withdrawal> {
  const withdrawal = await lockBoth(tx, id)
  const isOpen = isCancellable(withdrawal.state) || (withdrawal.state === 'sending' && !withdrawal.isAllocated)
  if (!isOpen) return withdrawal
  const stage = stageOf({ ...withdrawal, rushUntil: null }, now)
  if (stage === 'sending') return withdrawal.state === 'sending' ? withdrawal : letGoUnlessRush(tx, withdrawal, now)
  const starts = stage === 'reviewing' && withdrawal.reviewUntil === null
  if (stage === withdrawal.state && !starts) return withdrawal
  await moveWithdrawal(tx, id, stage, { reviewUntil: starts ? reviewEnd(now) : undefined })
  return (await lockWithdrawal(tx, id)) ?? withdrawal
}

/** Undefined if held. Only withdrawals released to sending count toward the hourly limit. */
function placeOf(withdrawal: Withdrawal, now: Date, flow: FlowOf): Placed | undefined {
  const { id } = withdrawal
  const none = { reviewUntil: null, rushUntil: null, letGoAt: null }
  const stage = stageOf(withdrawal, now)
  if (stage === 'held') return undefined
  if (stage === 'reviewing') return { ...none, id, state: 'reviewing', reviewUntil: reviewEnd(now) }
  if (flow.isRush(withdrawal)) return { ...none, id, state: 'reviewing', rushUntil: rushEnd(now) }
  flow.add(withdrawal)
  return { ...none, id, state: 'sending', letGoAt: now }
}

/** The caller has locked the wallets. @returns the withdrawals, in input order */
export async function placeAsked(
  tx: Tx,
  asked: readonly { readonly withdrawal: Withdrawal; readonly now: Date }[],
): Promise<Withdrawal[]> {
  const free = asked.filter(({ withdrawal, now }) => stageOf(withdrawal, now) === 'sending')
  const first = new Date(Math.min(...asked.map(({ now }) => now.getTime())))
  // The database runs both in order, so the flow query runs under the lock.
  const [, flow] = await Promise.all([
    free.length > 0 ? lockFlow(tx) : undefined,
    loadFlow(
      tx,
      free.map(({ withdrawal }) => withdrawal),
      first,
    ),
  ])
  const placed = asked.flatMap(({ withdrawal, now }) => placeOf(withdrawal, now, flow) ?? [])
  const moved = placed.length > 0 ? await placeWithdrawals(tx, placed) : []
  const found = new Map(moved.map((withdrawal) => [withdrawal.id, withdrawal]))
  return asked.map(({ withdrawal }) => found.get(withdrawal.id) ?? withdrawal)
}

/** Releases the withdrawal unless it exceeds the hourly limit. After an approval or one earlier wait, no limit applies. */
async function letGoUnlessRush(tx: Tx, withdrawal: Withdrawal, now: Date): Promise<Withdrawal> {
  const { id, rushUntil } = withdrawal
  const mayWait = !withdrawal.isApproved && (rushUntil === null || rushUntil > now)
  await lockFlow(tx)
  if (!mayWait || !(await isRush(tx, withdrawal, now))) await letGo(tx, id, now)
  else if (rushUntil === null || withdrawal.state !== 'reviewing') await waitForRush(tx, id, rushEnd(now))
  else return withdrawal
  return (await lockWithdrawal(tx, id)) ?? withdrawal
}

/** Releases the withdrawal from review. Holds still apply. @throws request.data_missing, ops.nothing_to_do if it needs no review. */
export async function approveWithdrawal(tx: Tx, id: bigint, now: Date): Promise<Withdrawal> {
  const { state, needsReview, isApproved } = await lockBoth(tx, id)
  if (!isCancellable(state) || !needsReview || isApproved) fail('ops.nothing_to_do')
  await markApproved(tx, id, now)
  return moveStage(tx, id, now)
}

/**
 * @returns the withdrawal in its new state, and the approvals given and required. @throws as `approveWithdrawal`, and ops.approval_wrong
 */
export async function approveAsOne(
  tx: Tx,
  id: bigint,
  word: { readonly approver: string; readonly signature: string },
  now: Date,
): Promise<{ readonly withdrawal: Withdrawal; readonly signed: number; readonly needed: number }> {
  const withdrawal = await lockBoth(tx, id)
  const { state, needsReview, isApproved } = withdrawal
  if (!isCancellable(state) || !needsReview || isApproved) fail('ops.nothing_to_do')
  const signed = await keepApproval(tx, { id, text: approvalMessage(withdrawal) }, word, now)
  const needed = await readSetting(tx, withdrawalApprovals)
  if (signed < needed) return { withdrawal, signed, needed }
  return { withdrawal: await approveWithdrawal(tx, id, now), signed, needed }
}

/** Refunds everything. @param reason for the record. @throws request.data_missing, funds.withdrawal_not_cancellable */
export async function refuseWithdrawal(tx: Tx, id: bigint, reason: string, now: Date): Promise<Withdrawal> {
  const withdrawal = await lockBoth(tx, id)
  return takeBack(tx, withdrawal, now, reason)
}

/** The caller has locked wallet and withdrawal. */
export async function takeBack(tx: Tx, withdrawal: Withdrawal, now: Date, note = ''): Promise<Withdrawal> {
  if (!isCancellable(withdrawal.state)) fail('funds.withdrawal_not_cancellable')
  await moveWithdrawal(tx, withdrawal.id, 'cancelled', { endedAt: now, note })
  await post(tx, cancelledEntry(withdrawal, now))
  return { ...withdrawal, state: 'cancelled', endedAt: now }
}

/** Refunds a withdrawal that can never be paid, unless it already has its nonce. */
export async function giveBackUnpaid(tx: Tx, id: bigint, note: string, now: Date): Promise<void> {
  const withdrawal = await lockBoth(tx, id)
  if (withdrawal.state !== 'sending' || withdrawal.isAllocated) return
  await moveWithdrawal(tx, id, 'cancelled', { endedAt: now, note })
  await post(tx, cancelledEntry(withdrawal, now))
}

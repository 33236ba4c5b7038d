import { lockWallet } from '#identity/wallet.store.ts'
import type { Tx } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import { readSetting } from '#kit/settings.store.ts'
import { post } from '#ledger/ledger.store.ts'
import { keepApproval } from './approvals.store.ts'
import { approvalMessage } from './approvals.ts'
import { type FlowOf, isRush, loadFlow, lockFlow } from './velocity.store.ts'
import { cancelledEntry } from './withdrawal-entries.ts'
import { withdrawalApprovals } from './withdrawal-settings.ts'
import {
  letGo,
  lockWithdrawal,
  markApproved,
  moveWithdrawal,
  type Placed,
  placeWithdrawals,
  type Withdrawal,
  waitForRush,
} from './withdrawals.store.ts'
import { isCancellable, reviewEnd, rushEnd, stageOf } from './withdrawals.ts'

/** A withdrawal as it stands now, with its wallet locked first, as everything that moves a wallet's money does. */
async function lockBoth(tx: Tx, id: bigint): Promise<Withdrawal> {
  const [owner] = await tx.query<{ walletId: Withdrawal['walletId'] }>(
    'SELECT wallet_id AS "walletId" FROM withdrawal WHERE id = $1',
    [id],
  )
  if (!owner) fail('request.data_missing')
  await lockWallet(tx, owner.walletId)
  return (await lockWithdrawal(tx, id)) ?? fail('request.data_missing')
}

/** Moves a withdrawal that nobody has begun to send to where its gates let it be. @returns it, as it then is. */
export async function moveStage(tx: Tx, id: bigint, now: Date): Promise<Withdrawal> {
  const withdrawal = await lockBoth(tx, id)
  const isOpen = isCancellable(withdrawal.state) || (withdrawal.state === 'sending' && !withdrawal.isAllocated)
  if (!isOpen) return withdrawal
  // What waits for a rush is looked at anew: there may be room again.
  const stage = stageOf({ ...withdrawal, rushUntil: null }, now)
  if (stage === 'sending') return withdrawal.state === 'sending' ? withdrawal : letGoUnlessRush(tx, withdrawal, now)
  const starts = stage === 'reviewing' && withdrawal.reviewUntil === null
  if (stage === withdrawal.state && !starts) return withdrawal
  await moveWithdrawal(tx, id, stage, { reviewUntil: starts ? reviewEnd(now) : undefined })
  return (await lockWithdrawal(tx, id)) ?? withdrawal
}

/** The state of a withdrawal that was just asked for; undefined where it is held. The limit per hour looks only at a withdrawal that nothing else keeps back. */
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

/**
 * Moves withdrawals that were just asked for, in this transaction, to where their gates let them be, one after another. Their wallets are
 * locked. @returns them, as they then are, in this order
 */
export async function placeAsked(
  tx: Tx,
  asked: readonly { readonly withdrawal: Withdrawal; readonly now: Date }[],
): Promise<Withdrawal[]> {
  const free = asked.filter(({ withdrawal, now }) => stageOf(withdrawal, now) === 'sending')
  const first = new Date(Math.min(...asked.map(({ now }) => now.getTime())))
  // Asked for at once: what was let go is read when the lock is held.
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

/** Lets go what nothing else keeps back, unless too much leaves already. What people approved, and what has waited once, waits for no rush. */
async function letGoUnlessRush(tx: Tx, withdrawal: Withdrawal, now: Date): Promise<Withdrawal> {
  const { id, rushUntil } = withdrawal
  const mayWait = !withdrawal.isApproved && (rushUntil === null || rushUntil > now)
  await lockFlow(tx)
  if (!mayWait || !(await isRush(tx, withdrawal, now))) await letGo(tx, id, now)
  else if (rushUntil === null || withdrawal.state !== 'reviewing') await waitForRush(tx, id, rushEnd(now))
  else return withdrawal
  return (await lockWithdrawal(tx, id)) ?? withdrawal
}

/**
 * The operator lets a withdrawal go that waits for review. Holds go on all the same.
 * @returns it, as it then is. @throws request.data_missing, ops.nothing_to_do when it needs no review.
 */
export async function approveWithdrawal(tx: Tx, id: bigint, now: Date): Promise<Withdrawal> {
  const { state, needsReview, isApproved } = await lockBoth(tx, id)
  if (!isCancellable(state) || !needsReview || isApproved) fail('ops.nothing_to_do')
  await markApproved(tx, id, now)
  return moveStage(tx, id, now)
}

/**
 * One of several people lets a withdrawal go; when enough have, it goes.
 * @returns it, as it then is, and how many have signed of how many that must. @throws as `approveWithdrawal`, and ops.approval_wrong
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

/**
 * The operator refuses a withdrawal that has not been sent: everything returns to the wallet.
 * @param reason why, for the record. @throws request.data_missing, funds.withdrawal_not_cancellable
 */
export async function refuseWithdrawal(tx: Tx, id: bigint, reason: string, now: Date): Promise<Withdrawal> {
  const withdrawal = await lockBoth(tx, id)
  return takeBack(tx, withdrawal, now, reason)
}

/** Gives a withdrawal back that nobody has begun to send. The caller has locked wallet and withdrawal. */
export async function takeBack(tx: Tx, withdrawal: Withdrawal, now: Date, note = ''): Promise<Withdrawal> {
  if (!isCancellable(withdrawal.state)) fail('funds.withdrawal_not_cancellable')
  await moveWithdrawal(tx, withdrawal.id, 'cancelled', { endedAt: now, note })
  await post(tx, cancelledEntry(withdrawal, now))
  return { ...withdrawal, state: 'cancelled', endedAt: now }
}

/** Gives a withdrawal back that may go, but is never paid as it is. One that has its number by now is left to the chain. */
export async function giveBackUnpaid(tx: Tx, id: bigint, note: string, now: Date): Promise<void> {
  const withdrawal = await lockBoth(tx, id)
  if (withdrawal.state !== 'sending' || withdrawal.isAllocated) return
  await moveWithdrawal(tx, id, 'cancelled', { endedAt: now, note })
  await post(tx, cancelledEntry(withdrawal, now))
}

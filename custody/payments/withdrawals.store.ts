import type { Address } from '#kit/address.ts'
import type { Coin } from '#kit/assets.ts'
import type { ChainId } from '#kit/chains.ts'
import { addMs, dayMs } from '#kit/clock.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/ids.ts'
import type { WithdrawalTerms } from './withdrawal-entries.ts'
import type { Gates, Spent } from './withdrawals.ts'

export type WithdrawalState = 'held' | 'reviewing' | 'sending' | 'confirming' | 'done' | 'cancelled' | 'failed'

/** A withdrawal with everything that can make it wait, and how far its payment has come. */
export type Withdrawal = WithdrawalTerms &
  Gates & {
    readonly key: string
    readonly address: Address
    /** What the holder called the address when the withdrawal went there: of a changed address, its old name. */
    readonly remark: string
    readonly state: WithdrawalState
    readonly requestedAt: Date
    readonly endedAt: Date | null
    /** Whether it has its transaction number: from then on nothing but the chain decides. */
    readonly isAllocated: boolean
    /** USDT value when it was asked for; null if there never was a price. */
    readonly value: bigint | null
    readonly hash: string | null
    readonly blockNumber: bigint | null
  }

const columns = `w.id, w.key, w.wallet_id AS "walletId", w.chain, w.coin, w.units, w.fee_units AS "feeUnits",
  w.received_units AS "receivedUnits", w.address,
  CASE WHEN w.address = b.address THEN b.remark ELSE coalesce((SELECT c.old_remark FROM address_change c WHERE c.wallet_id = w.wallet_id
    AND c.chain = w.chain AND c.old_address = w.address AND c.state = 'done' ORDER BY c.id DESC LIMIT 1), '') END AS remark,
  w.state, w.requested_at AS "requestedAt", w.ended_at AS "endedAt", b.payable_from AS "payableFrom",
  h.withdrawals_held_until AS "heldUntil", h.withdrawal_ban_until AS "bannedUntil", h.frozen_at IS NOT NULL AS "isFrozen",
  w.needs_review AS "needsReview", w.approved_at IS NOT NULL AS "isApproved", w.review_until AS "reviewUntil",
  w.rush_until AS "rushUntil", w.value_units AS value,
  ARRAY(SELECT i.kind FROM open_incident i WHERE i.chain = w.chain AND (i.halts OR (
    i.kind IN ('hot_low', 'cap_full') AND i.detail->>'coin' = w.coin AND w.state = 'sending' AND p.withdrawal_id IS NULL))
    ORDER BY i.id) AS halts,
  p.withdrawal_id IS NOT NULL AS "isAllocated", p.tx_hash AS hash, p.block_number AS "blockNumber"`
const source = `withdrawal w JOIN bound_address b ON b.wallet_id = w.wallet_id AND b.chain = w.chain JOIN holder h ON h.id = w.wallet_id
  LEFT JOIN payment p ON p.withdrawal_id = w.id`

export type WithdrawalFilter = {
  readonly id?: number | undefined
  readonly coin?: Coin | undefined
  readonly chain?: ChainId | undefined
  /** Only those before this number. */
  readonly before?: bigint | undefined
  readonly limit: number
}

/** A wallet's withdrawals, the newest first. */
export const withdrawalsOf = (sql: Sql, walletId: WalletId, filter: WithdrawalFilter): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `SELECT ${columns} FROM ${source} WHERE w.wallet_id = $1 AND ($2::bigint IS NULL OR w.id = $2) AND ($3::text IS NULL OR w.coin = $3)
       AND ($4::text IS NULL OR w.chain = $4) AND ($5::bigint IS NULL OR w.id < $5) ORDER BY w.id DESC LIMIT $6`,
    [walletId, filter.id, filter.coin, filter.chain, filter.before, filter.limit],
  )

/** Withdrawals that nobody has begun to send, the oldest first. */
export const waitingWithdrawals = (sql: Sql, after: bigint, limit: number): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `SELECT ${columns} FROM ${source} WHERE w.state IN ('held', 'reviewing') AND w.id > $1 ORDER BY w.id LIMIT $2`,
    [after, limit],
  )

/** Withdrawals that wait for the operator, the oldest first. */
export const withdrawalsToReview = (sql: Sql, limit: number): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `SELECT ${columns} FROM ${source} WHERE w.state = 'reviewing' OR (w.state = 'held' AND w.needs_review AND w.approved_at IS NULL)
     ORDER BY w.id LIMIT $1`,
    [limit],
  )

/** A withdrawal, locked until the transaction ends, or undefined. */
export async function lockWithdrawal(tx: Tx, id: bigint): Promise<Withdrawal | undefined> {
  const [row] = await tx.query<Withdrawal>(`SELECT ${columns} FROM ${source} WHERE w.id = $1 FOR UPDATE OF w`, [id])
  return row
}

export type NewWithdrawal = {
  readonly key: string
  readonly walletId: WalletId
  readonly chain: ChainId
  readonly coin: Coin
  readonly units: bigint
  readonly feeUnits: bigint
  readonly value: bigint | undefined
  readonly address: Address
  readonly needsReview: boolean
  readonly at: Date
}

/** Writes a withdrawal down, held until its gates are looked at. @returns its number. */
export async function keepWithdrawal(tx: Tx, asked: NewWithdrawal): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, value_units, address, state, needs_review, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'held', $9, $10) RETURNING id`,
    [
      asked.key,
      asked.walletId,
      asked.chain,
      asked.coin,
      asked.units,
      asked.feeUnits,
      asked.value,
      asked.address,
      asked.needsReview,
      asked.at,
    ],
  )
  expect(row, 'a row that was inserted is returned')
  return row.id
}

/** Moves a withdrawal on. Its end needs a moment; a review, the moment it ends by itself. */
export const moveWithdrawal = async (
  tx: Tx,
  id: bigint,
  state: WithdrawalState,
  more: { readonly endedAt?: Date; readonly reviewUntil?: Date | undefined; readonly note?: string } = {},
): Promise<void> => {
  await tx.query(
    `UPDATE withdrawal SET state = $2, ended_at = $3, review_until = coalesce($4, review_until), note = coalesce($5, note) WHERE id = $1`,
    [id, state, more.endedAt, more.reviewUntil, more.note],
  )
}

/** Lets a withdrawal go: it is counted among what leaves from now on, and waits for no rush any more. */
export const letGo = async (tx: Tx, id: bigint, now: Date): Promise<void> => {
  await tx.query(
    `UPDATE withdrawal SET state = 'sending', let_go_at = $2, rush_until = CASE WHEN rush_until > $2 THEN $2 ELSE rush_until END WHERE id = $1`,
    [id, now],
  )
}

/** Much leaves now: it waits, until a moment at the latest. */
export const waitForRush = async (tx: Tx, id: bigint, until: Date): Promise<void> => {
  await tx.query(`UPDATE withdrawal SET state = 'reviewing', rush_until = coalesce(rush_until, $2) WHERE id = $1`, [
    id,
    until,
  ])
}

/** The operator has looked, and it may go. */
export const markApproved = async (tx: Tx, id: bigint, at: Date): Promise<void> => {
  await tx.query('UPDATE withdrawal SET approved_at = $2 WHERE id = $1', [id, at])
}

/** It needs the operator's look (again): whoever approved it before did not know what is known now. */
export const askReview = async (tx: Tx, id: bigint, note: string): Promise<void> => {
  await tx.query('DELETE FROM withdrawal_approval WHERE withdrawal_id = $1', [id])
  await tx.query(
    `UPDATE withdrawal SET state = 'reviewing', needs_review = true, approved_at = NULL, review_until = NULL, note = $2 WHERE id = $1`,
    [id, note],
  )
}

/** What a wallet asked for in the 24 h before a moment, without what was taken back. */
export async function spentBefore(sql: Sql, walletId: WalletId, now: Date): Promise<Spent> {
  const [row] = await sql.query<{ value: string; count: bigint }>(
    `SELECT coalesce(sum(value_units), 0) AS value, count(*) AS count FROM withdrawal
     WHERE wallet_id = $1 AND requested_at > $2 AND state NOT IN ('cancelled', 'failed')`,
    [walletId, addMs(now, -dayMs)],
  )
  return { value: BigInt(row?.value ?? 0), count: Number(row?.count ?? 0n) }
}

/** A withdrawal with the chain's way to look it up; null where the chain was never connected. */
export type FoundWithdrawal = {
  readonly chain: ChainId
  readonly coin: Coin
  readonly address: string
  readonly hash: string | null
  readonly units: bigint
  readonly fee: bigint
  readonly at: Date
  readonly explorerUrl: string | null
}

/** A withdrawal of a wallet by its number; undefined where it is not the wallet's. */
export async function findWithdrawal(sql: Sql, walletId: WalletId, id: string): Promise<FoundWithdrawal | undefined> {
  const [row] = await sql.query<FoundWithdrawal>(
    `SELECT w.chain, w.coin, w.address, p.tx_hash AS hash, w.units, w.fee_units AS fee, w.requested_at AS at,
       n.explorer_url AS "explorerUrl"
     FROM withdrawal w LEFT JOIN payment p ON p.withdrawal_id = w.id LEFT JOIN chain_standing n ON n.chain = w.chain
     WHERE w.id = $2 AND w.wallet_id = $1`,
    [walletId, id],
  )
  return row
}

import type { Coin } from '#kit/amount/coins.ts'
import type { Address } from '#kit/chain/address.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs, hourMs } from '#kit/time/clock.ts'
import type { WithdrawalTerms } from './withdrawal-entries.ts'
import type { Gates, Spent } from './withdrawals.ts'

export type WithdrawalState = 'held' | 'reviewing' | 'sending' | 'confirming' | 'done' | 'cancelled' | 'failed'

export type Withdrawal = WithdrawalTerms &
  Gates & {
    readonly key: string
    readonly address: Address
    readonly remark: string
    readonly state: WithdrawalState
    readonly requestedAt: Date
    readonly endedAt: Date | null
    /** Null until released. */
    readonly letGoAt: Date | null
    /** Once allocated, only the chain decides the outcome. */
    readonly isAllocated: boolean
    /** In USDT at the request; null without a price. */
    readonly value: bigint | null
    readonly hash: string | null
    readonly blockNumber: bigint | null
  }

const columns = `w.id, w.key, w.wallet_id AS "walletId", w.chain, w.coin, w.units, w.fee_units AS "feeUnits",
  w.received_units AS "receivedUnits", w.address,
  CASE WHEN w.address = b.address THEN b.remark ELSE coalesce((SELECT c.old_remark FROM address_change c WHERE c.wallet_id = w.wallet_id
    AND c.chain = w.chain AND c.old_address = w.address AND c.state = 'done' ORDER BY c.id DESC LIMIT 1), '') END AS remark,
  w.state, w.requested_at AS "requestedAt", w.ended_at AS "endedAt", w.let_go_at AS "letGoAt", b.payable_from AS "payableFrom",
  h.withdrawals_held_until AS "heldUntil", h.withdrawal_ban_until AS "bannedUntil", h.frozen_at IS NOT NULL AS "isFrozen",
  w.needs_review AS "needsReview", w.approved_at IS NOT NULL AS "isApproved", w.review_until AS "reviewUntil",
  w.rush_until AS "rushUntil", w.value_units AS value,
  ARRAY(SELECT i.kind FROM open_incident i WHERE i.chain = w.chain AND (i.halts OR (
    i.kind IN ('hot_low', 'cap_full') AND i.detail->>'coin' = w.coin AND w.state = 'sending' AND p.withdrawal_id IS NULL))
    ORDER BY i.id) AS halts,
  p.withdrawal_id IS NOT NULL AS "isAllocated", p.tx_hash AS hash, p.block_number AS "blockNumber"`
const beside = `JOIN bound_address b ON b.wallet_id = w.wallet_id AND b.chain = w.chain JOIN holder h ON h.id = w.wallet_id
  LEFT JOIN payment_transaction p ON p.withdrawal_id = w.id`
const source = `withdrawal w ${beside}`

export type WithdrawalFilter = {
  readonly id?: number | undefined
  readonly coin?: Coin | undefined
  readonly chain?: ChainId | undefined
  readonly before?: bigint | undefined
  readonly limit: number
}

/** Newest first. */
export const withdrawalsOf = (sql: Sql, walletId: WalletId, filter: WithdrawalFilter): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `SELECT ${columns} FROM ${source} WHERE w.wallet_id = $1 AND ($2::bigint IS NULL OR w.id = $2) AND ($3::text IS NULL OR w.coin = $3)
       AND ($4::text IS NULL OR w.chain = $4) AND w.id < coalesce($5::bigint, 9223372036854775807) ORDER BY w.id DESC LIMIT $6`,
    [walletId, filter.id, filter.coin, filter.chain, filter.before, filter.limit],
  )

export type WithdrawalUnderWay = Pick<Withdrawal, 'id' | 'coin' | 'units'>
/** Newest first. */
export const withdrawalsUnderWay = (sql: Sql, walletId: WalletId, limit: number): Promise<WithdrawalUnderWay[]> =>
  sql.query<WithdrawalUnderWay>(
    `SELECT id, coin, units FROM (SELECT id, coin, units, state FROM withdrawal WHERE wallet_id = $1 ORDER BY id DESC LIMIT 20) w
     WHERE state IN ('held', 'reviewing', 'sending', 'confirming') ORDER BY id DESC LIMIT $2`,
    [walletId, limit],
  )

/** Oldest first. */
export const waitingWithdrawals = (sql: Sql, after: bigint, limit: number): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `SELECT ${columns} FROM ${source} WHERE w.state IN ('held', 'reviewing') AND w.id > $1 ORDER BY w.id LIMIT $2`,
    [after, limit],
  )

export const withdrawalsToReview = (sql: Sql, limit: number): Promise<Withdrawal[]> =>
  sql.query<Withdrawal>(
    `SELECT ${columns} FROM ${source} WHERE w.state = 'reviewing' OR (w.state = 'held' AND w.needs_review AND w.approved_at IS NULL)
     ORDER BY w.id LIMIT $1`,
    [limit],
  )

export async function lockWithdrawal(tx: Tx, id: bigint): Promise<Withdrawal | undefined> {
  const [row] = await tx.query<Withdrawal>(`SELECT ${columns} FROM ${source} WHERE w.id = $1 FOR UPDATE OF w`, [id])
  return row
}

/** In the order of `ids`. */
export async function loadWithdrawals(sql: Sql, ids: readonly bigint[]): Promise<Withdrawal[]> {
  const rows = await sql.query<Withdrawal>(`SELECT ${columns} FROM ${source} WHERE w.id = ANY ($1)`, [ids])
  return inOrder(rows, ids)
}

function inOrder(rows: readonly Withdrawal[], ids: readonly bigint[]): Withdrawal[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const withdrawal = found.get(id)
    expect(withdrawal, 'a withdrawal that was written is there')
    return withdrawal
  })
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

/** New withdrawals are held until their gates are checked. @returns them in input order */
export async function keepWithdrawals(tx: Tx, asked: readonly NewWithdrawal[]): Promise<Withdrawal[]> {
  const column = <Value>(of: (each: NewWithdrawal) => Value): Value[] => asked.map(of)
  const rows = await tx.query<Withdrawal>(
    `WITH w AS (INSERT INTO withdrawal (key, wallet_id, chain, coin, units, fee_units, value_units, address, state, needs_review, requested_at)
     SELECT n.key, n.wallet, n.chain, n.coin, n.units, n.fee, n.value, n.address, 'held', n.review, n.at
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::bool[],
       $10::timestamptz[]) WITH ORDINALITY AS n (key, wallet, chain, coin, units, fee, value, address, review, at, place)
     ORDER BY n.place RETURNING *)
     SELECT ${columns} FROM w ${beside}`,
    [
      column(({ key }) => key),
      column(({ walletId }) => walletId),
      column(({ chain }) => chain),
      column(({ coin }) => coin),
      column(({ units }) => units),
      column(({ feeUnits }) => feeUnits),
      column(({ value }) => value ?? null),
      column(({ address }) => address),
      column(({ needsReview }) => needsReview),
      column(({ at }) => at.toISOString()),
    ],
  )
  const kept = new Map(rows.map((row) => [row.key, row]))
  return asked.map(({ key }) => {
    const withdrawal = kept.get(key)
    expect(withdrawal, 'a row that was inserted is returned')
    return withdrawal
  })
}

/** @returns its number */
export async function keepWithdrawal(tx: Tx, asked: NewWithdrawal): Promise<bigint> {
  const [kept] = await keepWithdrawals(tx, [asked])
  expect(kept, 'a row that was inserted is returned')
  return kept.id
}

export type Placed = {
  readonly id: bigint
  readonly state: 'reviewing' | 'sending'
  readonly reviewUntil: Date | null
  readonly rushUntil: Date | null
  readonly letGoAt: Date | null
}

/** Only for new withdrawals. @returns them in input order */
export const placeWithdrawals = async (tx: Tx, placed: readonly Placed[]): Promise<Withdrawal[]> => {
  const momentOf = (at: Date | null): string | null => at?.toISOString() ?? null
  const ids = placed.map(({ id }) => id)
  const rows = await tx.query<Withdrawal>(
    `WITH w AS (UPDATE withdrawal w SET state = n.state, review_until = n.review_until, rush_until = n.rush_until, let_go_at = n.let_go_at
     FROM unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[])
       AS n (id, state, review_until, rush_until, let_go_at)
     WHERE w.id = n.id AND w.state = 'held' AND w.review_until IS NULL AND w.rush_until IS NULL RETURNING w.*)
     SELECT ${columns} FROM w ${beside}`,
    [
      ids,
      placed.map(({ state }) => state),
      placed.map(({ reviewUntil }) => momentOf(reviewUntil)),
      placed.map(({ rushUntil }) => momentOf(rushUntil)),
      placed.map(({ letGoAt }) => momentOf(letGoAt)),
    ],
  )
  return inOrder(rows, ids)
}

/** A final state needs a time; a review needs its automatic end. */
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

/** The withdrawal counts as outflow from now on, and skips the hourly limit. */
export const letGo = async (tx: Tx, id: bigint, now: Date): Promise<void> => {
  await tx.query(
    `UPDATE withdrawal SET state = 'sending', let_go_at = $2, rush_until = CASE WHEN rush_until > $2 THEN $2 ELSE rush_until END WHERE id = $1`,
    [id, now],
  )
}

/** @param until end of the wait for the hourly limit */
export const waitForRush = async (tx: Tx, id: bigint, until: Date): Promise<void> => {
  await tx.query(`UPDATE withdrawal SET state = 'reviewing', rush_until = coalesce(rush_until, $2) WHERE id = $1`, [
    id,
    until,
  ])
}

export const markApproved = async (tx: Tx, id: bigint, at: Date): Promise<void> => {
  await tx.query('UPDATE withdrawal SET approved_at = $2 WHERE id = $1', [id, at])
}

/** Drops earlier approvals, because they were given without the new facts. */
export const askReview = async (tx: Tx, id: bigint, note: string): Promise<void> => {
  await tx.query('SELECT forget_approvals($1)', [id])
  await tx.query(
    `UPDATE withdrawal SET state = 'reviewing', needs_review = true, approved_at = NULL, review_until = NULL, note = $2 WHERE id = $1`,
    [id, note],
  )
}

export type AskedBefore = Spent & { readonly hourUnits: bigint; readonly hourValue: bigint }

/**
 * Excludes cancelled and failed withdrawals. Results keep the input order. IS TRUE avoids the time index, which would read all the day's
 * withdrawals.
 */
export async function askedBefore(
  sql: Sql,
  asked: readonly { readonly walletId: WalletId; readonly coin: Coin | undefined }[],
  now: Date,
): Promise<AskedBefore[]> {
  type Row = { place: number; count: bigint; value: string; hourUnits: string; hourValue: string }
  const rows = await sql.query<Row>(
    `SELECT n.place::int4 AS place, before.* FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS n (wallet, coin, place)
     CROSS JOIN LATERAL (
       SELECT count(*) AS count, coalesce(sum(w.value_units), 0)::text AS value,
         coalesce(sum(w.units) FILTER (WHERE w.coin = n.coin AND w.requested_at > $4), 0)::text AS "hourUnits",
         coalesce(sum(w.value_units) FILTER (WHERE w.coin = n.coin AND w.requested_at > $4), 0)::text AS "hourValue"
       FROM withdrawal w
       WHERE w.wallet_id = n.wallet AND (w.requested_at > $3) IS TRUE AND w.state NOT IN ('cancelled', 'failed')
     ) before WHERE before.count > 0`,
    [asked.map(({ walletId }) => walletId), asked.map(({ coin }) => coin), addMs(now, -dayMs), addMs(now, -hourMs)],
  )
  const sums: AskedBefore[] = asked.map(() => ({ value: 0n, count: 0, hourUnits: 0n, hourValue: 0n }))
  for (const { place, count, value, hourUnits, hourValue } of rows)
    sums[place - 1] = {
      count: Number(count),
      value: BigInt(value),
      hourUnits: BigInt(hourUnits),
      hourValue: BigInt(hourValue),
    }
  return sums
}

/** Withdrawals within 24 h, excluding cancelled ones. */
export async function spentBefore(sql: Sql, walletId: WalletId, now: Date): Promise<Spent> {
  const [spent] = await askedBefore(sql, [{ walletId, coin: undefined }], now)
  expect(spent, 'every wallet has spent something or nothing')
  return spent
}

/** `explorerUrl` is null if the chain was never connected. */
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

/** Undefined if it belongs to another wallet. */
export async function findWithdrawal(sql: Sql, walletId: WalletId, id: string): Promise<FoundWithdrawal | undefined> {
  const [row] = await sql.query<FoundWithdrawal>(
    `SELECT w.chain, w.coin, w.address, p.tx_hash AS hash, w.units, w.fee_units AS fee, w.requested_at AS at,
       n.explorer_url AS "explorerUrl"
     FROM withdrawal w LEFT JOIN payment_transaction p ON p.withdrawal_id = w.id LEFT JOIN chain_standing n ON n.chain = w.chain
     WHERE w.id = $2 AND w.wallet_id = $1`,
    [walletId, id],
  )
  return row
}

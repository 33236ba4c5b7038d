import { lockWallet } from '#identity/wallet.store.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import {
  type CorrectedDeposit,
  correctionEntry,
  mayAskFor,
  type Place,
  restoreEntry,
  type Shares,
  sharesOf,
} from './correction.ts'
import { depositKey, releaseEntry } from './deposits/deposits.ts'
import { awaitFirstCredit } from './deposits/first-credit.store.ts'
import { giveDust, type WaitingDust, waitingDust } from './dust/dust.store.ts'
import { givenDustEntry } from './dust/dust.ts'
import { markCredited } from './watch.store.ts'

export type CorrectionTarget = {
  readonly id: bigint
  readonly chain: ChainId
  readonly hash: string
  readonly ordinal: number
  readonly coin: Coin
  readonly units: bigint
  readonly kind: 'wallet' | 'capital' | 'unknown' | 'venue'
  readonly state: 'seen' | 'collecting' | 'credited' | 'corrected'
  readonly from: string
  readonly walletId: WalletId | null
  readonly seenAt: Date
  readonly orphanedAt: Date | null
  readonly isDeep: boolean
  /** True if a return exists. Claims are then refused. */
  readonly isSentBack: boolean
  /** The return is done. Capital bears the loss if the payment leaves the chain. */
  readonly isGone: boolean
}
const isSentBack = `EXISTS (SELECT FROM withdrawal w WHERE w.deposit_id = d.id AND w.state NOT IN ('cancelled', 'failed'))`
const columns = `d.id, d.chain, d.tx_hash AS hash, d.ordinal, d.coin, d.units, d.kind, d.state, d.from_address AS "from",
  coalesce(d.wallet_id, r.wallet_id) AS "walletId", d.seen_at AS "seenAt", d.orphaned_at AS "orphanedAt",
  n.head - d.block_number + 1 >= depth.needed AS "isDeep", ${isSentBack} AS "isSentBack",
  EXISTS (SELECT FROM withdrawal w WHERE w.deposit_id = d.id AND w.state = 'done') AS "isGone"`
const source = `deposit d LEFT JOIN suspense_release r ON r.deposit_id = d.id LEFT JOIN chain_standing n ON n.chain = d.chain
  JOIN unnest($1::text[], $2::int[]) AS depth (chain, needed) ON depth.chain = d.chain`
const depths = [Object.keys(chains), Object.values(chains).map(({ confirmations }) => confirmations)]

const listMax = 200
const looked = (sql: Sql, where: string, params: readonly unknown[] = []): Promise<CorrectionTarget[]> =>
  sql.query<CorrectionTarget>(`SELECT ${columns} FROM ${source} WHERE ${where} ORDER BY d.id LIMIT ${listMax}`, [
    ...depths,
    ...params,
  ])

/** Deposits booked but not on the chain, or back on the chain but not booked; oldest first. */
export const lostDeposits = (sql: Sql): Promise<CorrectionTarget[]> =>
  looked(sql, `d.state <> 'seen' AND (d.orphaned_at IS NOT NULL) <> (d.state = 'corrected')`)

/** Oldest first. */
export const unclaimedDeposits = (sql: Sql): Promise<CorrectionTarget[]> =>
  looked(
    sql,
    `d.kind = 'unknown' AND d.state = 'credited' AND r.deposit_id IS NULL AND d.orphaned_at IS NULL AND NOT (${isSentBack})`,
  )

/** Locks the wallet first, then the payment. @throws request.data_missing */
async function lockDeposit(tx: Tx, id: bigint): Promise<CorrectionTarget> {
  const read = async (lock = ''): Promise<CorrectionTarget> => {
    const [row] = await tx.query<CorrectionTarget>(`SELECT ${columns} FROM ${source} WHERE d.id = $3 ${lock}`, [
      ...depths,
      id,
    ])
    return row ?? fail('request.data_missing')
  }
  const { walletId } = await read()
  if (walletId) await lockWallet(tx, walletId)
  const deposit = await read('FOR UPDATE OF d')
  // The owner changed. The next attempt locks that wallet first.
  if (deposit.walletId !== walletId) fail('ops.nothing_to_do')
  return deposit
}

function placeOf({
  kind,
  state,
  walletId,
  isGone,
}: Pick<CorrectionTarget, 'kind' | 'state' | 'walletId' | 'isGone'>): Place {
  if (kind === 'capital' || isGone) return { at: 'capital' }
  return state === 'collecting' || !walletId ? { at: 'suspense' } : { at: 'wallet', walletId }
}

function booked(deposit: CorrectionTarget, place: Place, round: number): CorrectedDeposit {
  const { chain, coin, units } = deposit
  return { key: depositKey(deposit), chain, coin, units, place, round }
}

/**
 * Debits the wallet's balance first, then capital. @throws ops.nothing_to_do unless the deposit is booked and orphaned;
 * balance.insufficient if capital is too low
 */
export async function correctDeposit(tx: Tx, id: bigint, reason: string, at: Date): Promise<Shares> {
  const deposit = await lockDeposit(tx, id)
  const { state, kind, orphanedAt, units } = deposit
  // A venue's payment is booked by its transaction instead.
  if (!orphanedAt || state === 'seen' || state === 'corrected' || kind === 'venue') fail('ops.nothing_to_do')
  // A return must end first.
  if (deposit.isSentBack && !deposit.isGone) fail('ops.nothing_to_do')
  const [last] = await tx.query<{ round: number }>(
    'SELECT coalesce(max(round), 0)::int AS round FROM deposit_correction WHERE deposit_id = $1',
    [id],
  )
  const place = placeOf(deposit)
  const balance = place.at === 'wallet' ? await balanceOf(tx, available(place.walletId), deposit.coin) : 0n
  const shares = sharesOf({ place, units }, balance)
  const round = (last?.round ?? 0) + 1
  if (units > 0n) await post(tx, correctionEntry(booked(deposit, place, round), shares, at))
  await tx.query(
    `INSERT INTO deposit_correction (deposit_id, round, taken_units, borne_units, wallet_id, state_before, reason, corrected_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, round, shares.taken, shares.borne, deposit.walletId, state, reason, at],
  )
  await tx.query(`UPDATE deposit SET state = 'corrected' WHERE id = $1`, [id])
  return shares
}

/** @throws ops.nothing_to_do until the payment is confirmed again */
export async function restoreDeposit(tx: Tx, id: bigint, at: Date): Promise<Shares> {
  const deposit = await lockDeposit(tx, id)
  if (deposit.state !== 'corrected' || deposit.orphanedAt || !deposit.isDeep) fail('ops.nothing_to_do')
  const [last] = await tx.query<Shares & { round: number; state: 'collecting' | 'credited' }>(
    `UPDATE deposit_correction SET restored_at = $2 WHERE deposit_id = $1 AND restored_at IS NULL
     RETURNING round, taken_units AS taken, borne_units AS borne, state_before AS state`,
    [id, at],
  )
  expect(last, 'what is corrected was corrected once more than it was restored')
  const place = placeOf({ ...deposit, state: last.state })
  if (deposit.units > 0n) await post(tx, restoreEntry(booked(deposit, place, last.round), last, at))
  await tx.query('UPDATE deposit SET state = $2 WHERE id = $1', [id, last.state])
  return last
}

/** @throws ops.nothing_to_do, request.data_missing */
export async function assignDeposit(
  tx: Tx,
  id: bigint,
  owner: { readonly walletId: WalletId; readonly evidence: string },
  at: Date,
): Promise<CorrectionTarget> {
  await lockWallet(tx, owner.walletId)
  const deposit = await lockDeposit(tx, id)
  const { kind, state, orphanedAt, walletId } = deposit
  if (kind !== 'unknown' || state !== 'credited' || orphanedAt || walletId || deposit.isSentBack)
    fail('ops.nothing_to_do')
  await tx.query(
    'INSERT INTO suspense_release (deposit_id, wallet_id, evidence, released_at) VALUES ($1, $2, $3, $4)',
    [id, owner.walletId, owner.evidence, at],
  )
  await post(tx, releaseEntry(deposit, owner.walletId, at))
  await awaitFirstCredit(tx, owner.walletId, at)
  return deposit
}

/** Small, so one wallet does not block others. */
const askedAtOnce = 50

export async function askableDeposits(sql: Sql, walletId: WalletId, now: Date): Promise<readonly CorrectionTarget[]> {
  const waiting = await looked(sql, `d.wallet_id = $3 AND d.state = 'collecting' AND d.orphaned_at IS NULL`, [walletId])
  return waiting.filter(({ seenAt }) => mayAskFor(seenAt, now)).slice(0, askedAtOnce)
}

export async function askableDust(sql: Sql, walletId: WalletId, now: Date): Promise<readonly WaitingDust[]> {
  return (await waitingDust(sql, walletId)).filter(({ since }) => mayAskFor(since, now))
}

/** @returns the number of payments; 0 if none has waited long enough */
export async function releaseAsked(tx: Tx, walletId: WalletId, now: Date): Promise<number> {
  await lockWallet(tx, walletId)
  const asked = await askableDeposits(tx, walletId, now)
  for (const together of Map.groupBy(asked, ({ chain, coin }) => `${chain} ${coin}`).values()) {
    const newest = together.at(-1)
    expect(newest, 'a group has a member')
    const units = together.reduce((sum, deposit) => sum + deposit.units, 0n)
    await post(tx, releaseEntry(newest, walletId, now, units))
    for (const deposit of together) await markCredited(tx, deposit.id, now)
  }
  let count = BigInt(asked.length)
  for (const { chain, coin, payments } of await askableDust(tx, walletId, now)) {
    await post(tx, givenDustEntry({ chain, coin, walletId, ...(await giveDust(tx, walletId, chain, coin, now)) }, now))
    count += payments
  }
  if (count > 0n) await awaitFirstCredit(tx, walletId, now)
  return Number(count)
}

import { fail } from '#kit/failure.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addMs, dayMs } from '#kit/time/clock.ts'
import { jumpFor, type Place } from './team/sponsor.ts'
import { newWalletId } from './wallet-id.ts'

export type HoldReason = 'password' | 'authenticator' | 'restore' | 'unfreeze' | 'mail' | 'passkey'

/** Hold and ban times are on the business clock. */
export type Wallet = {
  readonly id: WalletId
  readonly serial: bigint
  readonly sponsorId: WalletId | null
  readonly depth: number
  readonly nickname: string
  readonly passwordHash: string | null
  readonly createdAt: Date
  readonly activatedAt: Date | null
  readonly withdrawalsHeldUntil: Date | null
  readonly holdReason: HoldReason | null
  readonly frozenAt: Date | null
  readonly bannedAt: Date | null
  readonly banReason: string | null
  readonly bannedUntil: Date | null
  readonly withdrawalBanReason: string | null
  readonly withdrawalBanUntil: Date | null
  readonly warnedAt: Date | null
  readonly warnReason: string | null
}

const columns = `id, serial, sponsor_id AS "sponsorId", depth, nickname, password_hash AS "passwordHash", created_at AS "createdAt",
  activated_at AS "activatedAt", withdrawals_held_until AS "withdrawalsHeldUntil", hold_reason AS "holdReason", frozen_at AS "frozenAt",
  banned_at AS "bannedAt", ban_reason AS "banReason", banned_until AS "bannedUntil", warned_at AS "warnedAt", warn_reason AS "warnReason",
  withdrawal_ban_reason AS "withdrawalBanReason", withdrawal_ban_until AS "withdrawalBanUntil"`

export async function findWallet(sql: Sql, id: WalletId): Promise<Wallet | undefined> {
  const [wallet] = await sql.query<Wallet>(`SELECT ${columns} FROM wallet WHERE id = $1`, [id])
  return wallet
}

/** @throws identity.wallet_unknown */
export const loadWallet = async (sql: Sql, id: WalletId): Promise<Wallet> =>
  (await findWallet(sql, id)) ?? fail('identity.wallet_unknown')

/**
 * Locks the row until the transaction ends. Must come first in every transaction that moves the wallet's money. NO KEY: rows that reference
 * the wallet can still be inserted; otherwise concurrent calls could deadlock. @throws identity.wallet_unknown
 */
export async function lockWallet(tx: Tx, id: WalletId): Promise<Wallet> {
  const [wallet] = await tx.query<Wallet>(`SELECT ${columns} FROM wallet WHERE id = $1 FOR NO KEY UPDATE`, [id])
  return wallet ?? fail('identity.wallet_unknown')
}

/** Locks by ID order to prevent deadlocks. @returns the wallets that exist, by ID */
export async function lockWallets(tx: Tx, ids: readonly WalletId[]): Promise<ReadonlyMap<WalletId, Wallet>> {
  const rows = await tx.query<Wallet>(
    `SELECT ${columns} FROM wallet WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((wallet) => [wallet.id, wallet]))
}

type Suspension = Pick<Wallet, 'bannedAt' | 'banReason' | 'bannedUntil'>

/** Suspended wallets may only read, withdraw and cancel. @throws identity.banned */
export function refuseSuspended({ bannedAt, banReason, bannedUntil }: Suspension): void {
  if (bannedAt) fail('identity.banned', { reason: banReason ?? '', until: bannedUntil?.toISOString() ?? '—' })
}

/** @throws identity.banned, identity.frozen */
export function refuseWhileStopped(wallet: Suspension & Pick<Wallet, 'frozenAt'>): void {
  refuseSuspended(wallet)
  if (wallet.frozenAt) fail('identity.frozen')
}

export type NewWallet = {
  readonly sponsorId: WalletId | undefined
  readonly passwordHash: string | null
  readonly at: Date
}

const placeOf = async (sql: Sql, id: string): Promise<Place & { activated: boolean }> => {
  const [row] = await sql.query<Place & { activated: boolean }>(
    'SELECT id, depth, jump_id AS "jumpId", activated_at IS NOT NULL AS activated FROM wallet WHERE id = $1',
    [id],
  )
  return row ?? fail('identity.inviter_wrong')
}

/** @throws identity.inviter_wrong if the sponsor is unknown or not activated. */
export async function insertWallet(tx: Tx, { sponsorId, passwordHash, at }: NewWallet): Promise<WalletId> {
  const id = newWalletId()
  let depth = 0
  let jumpId: string = id
  if (sponsorId) {
    const sponsor = await placeOf(tx, sponsorId)
    if (!sponsor.activated) fail('identity.inviter_wrong')
    const jump = await placeOf(tx, sponsor.jumpId)
    depth = sponsor.depth + 1
    jumpId = jumpFor(sponsor, jump, await placeOf(tx, jump.jumpId))
  }
  const rows = await tx.query(
    `INSERT INTO wallet (id, sponsor_id, depth, jump_id, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, sponsorId ?? null, depth, jumpId, passwordHash, at],
  )
  return rows.length ? id : insertWallet(tx, { sponsorId, passwordHash, at })
}

export async function isUpline(sql: Sql, ancestorId: WalletId, walletId: WalletId): Promise<boolean> {
  const [row] = await sql.query<{ id: string }>(
    `WITH RECURSIVE target AS (SELECT id, depth FROM wallet WHERE id = $1),
     walk AS (
       SELECT w.id, w.depth, w.sponsor_id, w.jump_id FROM wallet w WHERE w.id = $2
       UNION ALL
       SELECT n.id, n.depth, n.sponsor_id, n.jump_id FROM walk, target, wallet j, wallet n
       WHERE walk.depth > target.depth AND j.id = walk.jump_id AND n.id = CASE WHEN j.depth >= target.depth THEN j.id ELSE walk.sponsor_id END
     )
     SELECT walk.id FROM walk, target WHERE walk.id = target.id AND $1 <> $2`,
    [ancestorId, walletId],
  )
  return row !== undefined
}

/** Never shortens an existing hold. */
export async function holdWithdrawals(tx: Tx, id: WalletId, until: Date, reason: HoldReason): Promise<Date> {
  const [row] = await tx.query<{ until: Date }>(
    `UPDATE wallet SET
       hold_reason = CASE WHEN withdrawals_held_until > $2 THEN hold_reason ELSE $3 END,
       withdrawals_held_until = GREATEST(withdrawals_held_until, $2)
     WHERE id = $1 RETURNING withdrawals_held_until AS until`,
    [id, until, reason],
  )
  return row?.until ?? fail('identity.wallet_unknown')
}

/** Minimum time before a freeze causes another hold, so repeated freezes cannot block withdrawals forever. */
const freezeAgainMs = 7 * dayMs

export const mayHoldAfterFreeze = (
  { holdReason, withdrawalsHeldUntil: until }: Pick<Wallet, 'holdReason' | 'withdrawalsHeldUntil'>,
  now: Date,
): boolean => holdReason !== 'unfreeze' || until === null || addMs(until, freezeAgainMs) <= now

export async function activateWallet(tx: Tx, id: WalletId, at: Date): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE wallet SET activated_at = $2 WHERE id = $1 AND activated_at IS NULL RETURNING id',
    [id, at],
  )
  return rows.length > 0
}

export const setPasswordHash = async (tx: Tx, id: WalletId, hash: string): Promise<void> => {
  await tx.query('UPDATE wallet SET password_hash = $2 WHERE id = $1', [id, hash])
}
export async function nicknamesOf(sql: Sql, ids: readonly WalletId[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.query<{ id: string; nickname: string }>(
    'SELECT id, nickname FROM wallet WHERE id = ANY ($1)',
    [ids],
  )
  return new Map(rows.map(({ id, nickname }) => [id, nickname]))
}

export const setNickname = async (tx: Tx, id: WalletId, nickname: string): Promise<void> => {
  await tx.query('UPDATE wallet SET nickname = $2 WHERE id = $1', [id, nickname])
}
export const setFrozen = async (tx: Tx, id: WalletId, at: Date | null): Promise<void> => {
  await tx.query('UPDATE wallet SET frozen_at = $2 WHERE id = $1', [id, at])
}
export const setBan = async (
  tx: Tx,
  id: WalletId,
  ban: { at: Date; until: Date; reason: string } | null,
): Promise<void> => {
  await tx.query('UPDATE wallet SET banned_at = $2, ban_reason = $3, banned_until = $4 WHERE id = $1', [
    id,
    ban?.at ?? null,
    ban?.reason ?? null,
    ban?.until ?? null,
  ])
}
export const endBans = async (sql: Sql, now: Date): Promise<void> => {
  await sql.query(
    'UPDATE wallet SET banned_at = NULL, ban_reason = NULL, banned_until = NULL WHERE banned_until <= $1',
    [now],
  )
}
/** The holder sees the reason. */
export const setWarning = async (tx: Tx, id: WalletId, warning: { at: Date; reason: string } | null): Promise<void> => {
  await tx.query('UPDATE wallet SET warned_at = $2, warn_reason = $3 WHERE id = $1', [
    id,
    warning?.at ?? null,
    warning?.reason ?? null,
  ])
}
export const stoppedWallets = (sql: Sql, now: Date, limit: number): Promise<Wallet[]> =>
  sql.query<Wallet>(
    `SELECT ${columns} FROM wallet WHERE banned_until IS NOT NULL OR warned_at IS NOT NULL OR withdrawal_ban_until > $1
     ORDER BY banned_at DESC NULLS LAST, id LIMIT $2`,
    [now, limit],
  )
export const setWithdrawalBan = async (
  tx: Tx,
  id: WalletId,
  ban: { until: Date; reason: string } | null,
): Promise<void> => {
  await tx.query('UPDATE wallet SET withdrawal_ban_until = $2, withdrawal_ban_reason = $3 WHERE id = $1', [
    id,
    ban?.until ?? null,
    ban?.reason ?? null,
  ])
}

/** Created within the last seven days (kit/store/quotas.ts). */
export async function isYoung(sql: Sql, id: WalletId): Promise<boolean> {
  const [row] = await sql.query<{ young: boolean }>('SELECT is_young($1) AS young', [id])
  return row?.young === true
}

/** After a restore. The signer has bound the next serials' deposit addresses to wallets that may be lost. */
export const skipSerials = async (sql: Sql): Promise<void> => {
  await sql.query(
    "SELECT setval(s::regclass, nextval(s::regclass) + 1000000) FROM pg_get_serial_sequence('wallet', 'serial') s",
  )
}

import { type StarLevel, starLevelOf } from '#identity/team/star-level.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, type Day, startOf } from '#kit/time/clock.ts'

export type TeamRow = {
  readonly investment: bigint
  readonly soloSince: Day | null
  readonly members: number
  readonly effective: number
  readonly performance: bigint
  readonly largest: bigint
  readonly week: bigint
  readonly weekNet: bigint
  readonly weekWld: bigint
  /** Display rounding steps, in units. Each step exceeds any single member's share. */
  readonly performanceStep: bigint
  readonly weekStep: bigint
  readonly weekNetStep: bigint
  readonly weekWldStep: bigint
  readonly departments: readonly number[]
}
export type Member = TeamRow & {
  readonly walletId: WalletId
  readonly serial: bigint
  readonly sponsorId: WalletId | null
  readonly nickname: string
  readonly createdAt: Date
  readonly activated: boolean
  readonly depth: number
  readonly star: StarLevel
  readonly referrals: number
}

const columns = `w.id AS "walletId", w.serial, w.sponsor_id AS "sponsorId", w.nickname, w.created_at AS "createdAt", w.depth,
  w.activated_at IS NOT NULL AS activated, w.star,
  coalesce((SELECT r.referrals FROM referral_sum r WHERE r.sponsor_id = w.id), 0)::int4 AS referrals,
  coalesce(t.investment_units, 0) AS investment, t.solo_since::text AS "soloSince", coalesce(t.members, 0) AS members,
  coalesce(t.effective, 0) AS effective, coalesce(t.performance_units, 0) AS performance, coalesce(t.largest_units, 0) AS largest,
  coalesce(t.week_units, 0) AS week, coalesce(t.week_net_units, 0) AS "weekNet", coalesce(t.week_wld_units, 0) AS "weekWld",
  coalesce(t.performance_step, 1) AS "performanceStep", coalesce(t.week_step, 1) AS "weekStep",
  coalesce(t.week_net_step, 1) AS "weekNetStep", coalesce(t.week_wld_step, 1) AS "weekWldStep",
  coalesce(t.departments, '{0,0,0,0,0}') AS departments`
const tables = 'holder w LEFT JOIN wallet_team t ON t.serial = w.serial'

const memberOf = (row: Member): Member => ({ ...row, star: starLevelOf(row.star) })

export async function loadMember(sql: Sql, walletId: WalletId): Promise<Member | undefined> {
  const [row] = await sql.query<Member>(`SELECT ${columns} FROM ${tables} WHERE w.id = $1`, [walletId])
  return row && memberOf(row)
}

export async function loadReferrals(
  sql: Sql,
  { sponsorId, before, limit }: { sponsorId: WalletId; before?: bigint | undefined; limit: number },
): Promise<Member[]> {
  const rows = await sql.query<Member>(
    `SELECT ${columns} FROM ${tables} WHERE w.sponsor_id = $1 AND w.serial < coalesce($2::int8, 9223372036854775807)
     ORDER BY w.serial DESC LIMIT $3`,
    [sponsorId, before, limit],
  )
  return rows.map(memberOf)
}

export async function countActivated(sql: Sql, sponsorId: WalletId): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    'SELECT activated AS count FROM referral_sum WHERE sponsor_id = $1',
    [sponsorId],
  )
  return Number(row?.count ?? 0n)
}

export async function lastAssessed(sql: Sql): Promise<Day | undefined> {
  const [row] = await sql.query<{ day: Day | null }>('SELECT max(day)::text AS day FROM team_day')
  return row?.day ?? undefined
}
export const midnightOf = (day: Day | undefined): string | null =>
  day === undefined ? null : startOf(addDays(day, 1)).toISOString()

import { type Asset, assetNumber, assetOf } from '#kit/assets.ts'
import { addDays, type Day, startOf } from '#kit/clock.ts'
import type { Sql } from '#kit/db.ts'
import type { WalletId } from '#kit/ids.ts'
import { powerCodes } from '#products/power/power.job.ts'
import { allIncomeCodes, ownOrderCodes, teamPowerCodes } from './income-codes.ts'

export type IncomeSum = { readonly code: number; readonly asset: Asset; readonly units: bigint; readonly today: bigint }

/** Postings that are income of a wallet: coins a pool, a promise or the referral budget paid it, and POWER others brought. */
const incomeOf = `balance own JOIN record p ON p.credit = own.id JOIN balance d ON d.id = p.debit
  WHERE own.holder = $1 AND (
    p.code = ANY ($2) AND d.purpose IN ('free', 'promised', 'referral') AND own.asset <> $4
    OR p.code = ANY ($3) AND d.owner = 'issued' AND own.asset = $4)`
const codes = [allIncomeCodes, teamPowerCodes, assetNumber('POWER')]

/** What a wallet ever earned, and of it today, by code and asset. */
export async function loadIncomes(sql: Sql, walletId: WalletId, today: Day): Promise<IncomeSum[]> {
  const rows = await sql.query<{ code: number; asset: number; units: string; today: string }>(
    `SELECT p.code, p.asset, sum(p.amount) AS units, coalesce(sum(p.amount) FILTER (WHERE p.happened_at >= $5), 0) AS today
     FROM ${incomeOf} GROUP BY p.code, p.asset ORDER BY p.code, p.asset`,
    [walletId, ...codes, startOf(today)],
  )
  return rows.map(({ code, asset, units, today: now }) => ({
    code,
    asset: assetOf(asset),
    units: BigInt(units),
    today: BigInt(now),
  }))
}

/** Coins that were paid to a wallet on a day. `isOfOrder`: by its own orders, which may have taken more than that. */
export type DailyIncome = {
  readonly day: Day
  readonly asset: Asset
  readonly units: bigint
  readonly isOfOrder: boolean
}

/** Coins that were paid to a wallet on each day from one on. */
export async function loadDailyIncomes(sql: Sql, walletId: WalletId, from: Day): Promise<DailyIncome[]> {
  const rows = await sql.query<{ day: Day; asset: number; units: string; isOfOrder: boolean }>(
    `SELECT (p.happened_at AT TIME ZONE 'UTC')::date::text AS day, p.asset, p.code = ANY ($6::int2[]) AS "isOfOrder", sum(p.amount) AS units
     FROM ${incomeOf} AND own.asset <> $4 AND p.happened_at >= $5 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [walletId, ...codes, startOf(from), ownOrderCodes],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset), units: BigInt(row.units) }))
}

/** What a wallet gave up for POWER, outside any order: coins that went into the compute pool for good, by the day of the calendar. */
export async function loadPowerCosts(
  sql: Sql,
  walletId: WalletId,
): Promise<{ readonly day: Day; readonly asset: Asset; readonly units: bigint }[]> {
  const rows = await sql.query<{ day: Day; asset: number; units: string }>(
    `SELECT (p.happened_at AT TIME ZONE 'UTC')::date::text AS day, p.asset, sum(p.amount) AS units
     FROM balance own JOIN record p ON p.lane = own.lane AND p.debit = own.id
     WHERE own.holder = $1 AND own.purpose = 'available' AND p.code = $2 AND own.asset <> $3 GROUP BY 1, 2 ORDER BY 1, 2`,
    [walletId, powerCodes.compensationPaid, assetNumber('POWER')],
  )
  return rows.map(({ day, asset, units }) => ({ day, asset: assetOf(asset), units: BigInt(units) }))
}

export type IncomeRecord = {
  readonly id: bigint
  readonly at: Date
  readonly asset: Asset
  readonly code: number
  readonly units: bigint
}

/** What a wallet earned under some codes, the newest first. */
export async function loadIncomeRecords(
  sql: Sql,
  {
    walletId,
    wanted,
    before,
    limit,
  }: { walletId: WalletId; wanted: readonly number[]; before?: bigint | undefined; limit: number },
): Promise<IncomeRecord[]> {
  const power = wanted.every((code) => teamPowerCodes.includes(code))
  const rows = await sql.query<{ id: bigint; at: Date; asset: number; code: number; units: bigint }>(
    `SELECT p.id, p.happened_at AS at, p.asset, p.code, p.amount AS units FROM ${incomeOf}
       AND ($5::int8 IS NULL OR p.id < $5) ORDER BY p.id DESC LIMIT $6`,
    [walletId, power ? [] : wanted, power ? wanted : [], assetNumber('POWER'), before, limit],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset) }))
}

/** The days a chart of so many days shows, the last one today. */
export const lastDays = (today: Day, count: number): [Day, ...Day[]] => [
  addDays(today, 1 - count),
  ...Array.from({ length: count - 1 }, (_, index) => addDays(today, index + 2 - count)),
]

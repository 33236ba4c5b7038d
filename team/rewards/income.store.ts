import { type Asset, assetNumber, assetOf, coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { type AccountClass, classes, classNumber } from '#ledger/posting/classes.ts'
import { laneOf } from '#ledger/posting/lane.ts'
import { keepUp } from '#ledger/records/history.store.ts'
import { type PaidRecord, paidTo } from '#ledger/records/paid-records.store.ts'
import { powerCodes } from '#products/power/power.job.ts'
import type { Moved } from '#products/terms/line.ts'
import { allIncomeCodes, ownOrderCodes, teamPowerCodes } from './income-codes.ts'

export type IncomeSum = { readonly code: number; readonly asset: Asset; readonly units: bigint; readonly today: bigint }

const payers = classes.filter(
  (name) => name.endsWith('.free') || name.endsWith('.promised') || name === 'house.referral',
)
const isIncome = (otherClass: string): string =>
  `(code = ANY ($3) AND ${otherClass} = ANY ($6::int2[]) AND asset <> $5 OR code = ANY ($4) AND ${otherClass} = $7 AND asset = $5)`
const codes = [allIncomeCodes, teamPowerCodes, assetNumber('POWER'), payers.map(classNumber), classNumber('issued')]

export async function loadIncomes(sql: Sql, walletId: WalletId, today: Day): Promise<IncomeSum[]> {
  await keepUp(sql, walletId)
  const income = `lane = $1 AND holder = $2 AND ${isIncome('other_class')}`
  const rows = await sql.query<{ code: number; asset: number; units: string; today: string }>(
    `SELECT code, asset, sum(units)::text AS units, sum(today)::text AS today FROM (
       SELECT code, asset, units_in AS units, 0 AS today FROM own_month WHERE ${income} AND units_in > 0
       UNION ALL SELECT code, asset, 0, units_in FROM own_day WHERE ${income} AND day >= $8 AND units_in > 0) sums
     GROUP BY code, asset ORDER BY code, asset`,
    [laneOf(walletId), walletId, ...codes, today],
  )
  return rows.map(({ code, asset, units, today: now }) => ({
    code,
    asset: assetOf(asset),
    units: BigInt(units),
    today: BigInt(now),
  }))
}

/** `isOfOrder`: true if the wallet's own orders paid the income. Their costs may exceed it. */
export type DailyIncome = {
  readonly day: Day
  readonly asset: Asset
  readonly units: bigint
  readonly isOfOrder: boolean
}

export async function loadDailyIncomes(sql: Sql, walletId: WalletId, from: Day): Promise<DailyIncome[]> {
  await keepUp(sql, walletId)
  const rows = await sql.query<{ day: Day; asset: number; units: string; isOfOrder: boolean }>(
    `SELECT day::text AS day, asset, code = ANY ($9::int2[]) AS "isOfOrder", sum(units_in)::text AS units FROM own_day
     WHERE lane = $1 AND holder = $2 AND ${isIncome('other_class')} AND asset <> $5 AND day >= $8 AND units_in > 0
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
    [laneOf(walletId), walletId, ...codes, from, ownOrderCodes],
  )
  return rows.map((row) => ({ ...row, asset: assetOf(row.asset), units: BigInt(row.units) }))
}

type PowerCosts = {
  readonly all: readonly Moved[]
  readonly days: readonly (Moved & { readonly day: Day })[]
}
/** Coins permanently paid into the compute pool for POWER: in total, and per calendar day since `from`. */
export async function loadPowerCosts(sql: Sql, walletId: WalletId, from: Day): Promise<PowerCosts> {
  await keepUp(sql, walletId)
  const paid = 'lane = $1 AND holder = $2 AND class = $3 AND code = $4 AND asset <> $5'
  const rows = await sql.query<{ day: Day | null; asset: number; units: string }>(
    `SELECT NULL AS day, asset, sum(units_out)::text AS units FROM own_month WHERE ${paid} GROUP BY asset
     UNION ALL SELECT day::text, asset, sum(units_out)::text FROM own_day WHERE ${paid} AND day >= $6 GROUP BY day, asset ORDER BY 1, 2`,
    [
      ...[laneOf(walletId), walletId, classNumber('wallet.available'), powerCodes.compensationPaid],
      ...[assetNumber('POWER'), from],
    ],
  )
  const read = rows.map(({ day, asset, units }) => ({ day, asset: assetOf(asset), units: BigInt(units) }))
  return {
    all: read.filter(({ day }) => day === null).map(({ asset, units }) => ({ asset, units })),
    days: read.flatMap(({ day, ...cost }) => (day === null ? [] : [{ ...cost, day }])),
  }
}

export function loadIncomeRecords(
  sql: Sql,
  {
    walletId,
    wanted,
    before,
    limit,
  }: { walletId: WalletId; wanted: readonly number[]; before?: bigint | undefined; limit: number },
): Promise<PaidRecord[]> {
  const power = wanted.every((code) => teamPowerCodes.includes(code))
  const from: readonly AccountClass[] = power ? ['issued'] : payers
  return paidTo(sql, { walletId, assets: power ? ['POWER'] : coins, codes: wanted, from, before, limit })
}

export const lastDays = (today: Day, count: number): [Day, ...Day[]] => [
  addDays(today, 1 - count),
  ...Array.from({ length: count - 1 }, (_, index) => addDays(today, index + 2 - count)),
]

import { endsWeek } from '#identity/team/star-level.ts'
import { type Coin, coins, isCoin } from '#kit/amount/coins.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { addDays, type Day } from '#kit/time/clock.ts'
import { company } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { type FeeParts, feeParts } from '#products/pots/pot-settings.ts'
import { loadFees } from '../standing/team-facts.store.ts'
import { addDay, type FeePart, owedFor, type Week, weekOfFees, withinBudget } from './fee-rewards.ts'
import { referralPart, weekOf } from './fee-shares.ts'
import { keepDue } from './reward-blocks.store.ts'
import { keepBudget, loadOpenUpgrades } from './rewards.store.ts'
import type { Team } from './rewards.ts'

async function loadParts(sql: Sql, day: Day, split: FeeParts): Promise<FeePart[]> {
  const fees = await loadFees(sql, day)
  return fees.map(({ serial, asset, code, units }) => ({ serial, asset, units: referralPart(code, units, split) }))
}

/** Loads the earlier days of the week one by one to limit memory, then adds the given last day. */
async function loadWeek(tx: Tx, last: Day, parts: readonly FeePart[], split: FeeParts, { tree }: Team): Promise<Week> {
  const week = weekOfFees(await loadOpenUpgrades(tx))
  for (let day = weekOf(last); day < last; day = addDays(day, 1))
    addDay(week, day, await loadParts(tx, day, split), tree)
  addDay(week, last, parts, tree)
  return week
}

/**
 * Stores a day's upline rewards from fees and, on Sundays, the week's. All come from the referral budget, which only fees fund. If the
 * budget is short, scales all rewards equally and records this publicly. @returns number of entries
 */
export async function weighFees(tx: Tx, day: Day, team: Team): Promise<number> {
  const split = await readSetting(tx, feeParts)
  const parts = await loadParts(tx, day, split)
  const week = endsWeek(day) ? await loadWeek(tx, day, parts, split, team) : undefined
  const left = new Map<Coin, bigint>()
  for (const coin of coins) left.set(coin, await balanceOf(tx, company('referral'), coin))
  const { entries, budgets } = withinBudget(
    () => owedFor(parts, week, team),
    (asset) => (isCoin(asset) ? (left.get(asset) ?? 0n) : 0n),
  )
  const count = await keepDue(tx, day, entries)
  for (const budget of budgets()) await keepBudget(tx, day, budget)
  return count
}

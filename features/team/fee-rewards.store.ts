import { endsWeek } from '#identity/star-level.ts'
import { type Coin, coins, isCoin } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import { readSetting } from '#kit/settings.store.ts'
import { house } from '#ledger/chart.ts'
import { feeParts } from '#ledger/days/pot-settings.ts'
import { balanceOf } from '#ledger/ledger.store.ts'
import { owedFor, type Part, withinBudget } from './fee-rewards.ts'
import { referralPart, weekOf } from './fee-shares.ts'
import { keepBudget, loadOpenUpgrades } from './rewards.store.ts'
import type { DueEntry, Team } from './rewards.ts'
import { loadFees } from './team-facts.store.ts'

/**
 * What a day's fees bring to those above whoever paid them, and on Sundays the week's. All of it out of the referral budget, which fees
 * alone fill; when it is short every reward is scaled alike, and that is kept for everyone to read.
 */
export async function weighFees(tx: Tx, day: Day, team: Team): Promise<DueEntry[]> {
  const weekly = endsWeek(day)
  const split = await readSetting(tx, feeParts)
  const fees = await loadFees(tx, weekly ? weekOf(day) : day, day)
  const parts = fees.map(({ code, units, ...paid }): Part => ({ ...paid, units: referralPart(code, units, split) }))
  const owed = owedFor(parts, day, weekly ? await loadOpenUpgrades(tx) : undefined, team)
  const left = new Map<Coin, bigint>()
  for (const coin of coins) left.set(coin, await balanceOf(tx, house('referral'), coin))
  const { entries, budgets } = withinBudget(owed, (asset) => (isCoin(asset) ? (left.get(asset) ?? 0n) : 0n))
  for (const budget of budgets) await keepBudget(tx, day, budget)
  return entries
}

import { sumsBelow } from '#identity/sponsor-tree.ts'
import { divide } from '#kit/amount.ts'
import type { Asset } from '#kit/assets.ts'
import type { Day } from '#kit/clock.ts'
import { type Amounts, add, addUnits, amountsOf, unitsAt } from '#kit/many-amounts.ts'
import { invitationPercent, platformPercent, platformStar, scaled, upgradePercent } from './fee-shares.ts'
import type { Budget, DueEntry, OpenUpgrade, Reward, Team } from './rewards.ts'
import { type WalkPlan, walkUp } from './upline-walk.ts'

const plan: WalkPlan = { sharing: invitationPercent, leveling: false, equal: false }
const codes = { invitation: 102, team: 103, platform: 104, upgrade: 28 } as const

/** The referral part of what wallets paid, by wallet, day and coin. */
export type Part = { readonly serial: number; readonly day: Day; readonly asset: Asset; readonly units: bigint }

/**
 * What the referral parts of fees bring: of the last day to the inviter and the team of whoever paid, and of a whole week to the
 * platform's stars and to first stars.
 * @param open what first stars still pay; undefined on a day that ends no week.
 */
export const owedFor = (
  parts: readonly Part[],
  day: Day,
  open: readonly OpenUpgrade[] | undefined,
  team: Team,
): DueEntry[] => [
  ...uplineRewards(
    parts.filter((part) => part.day === day),
    team,
  ),
  ...(open ? [...platformRewards(parts, team), ...upgradeRewards(parts, open, team)] : []),
]

/** One entry for each wallet that paid. */
function uplineRewards(parts: readonly Part[], { tree, up, barred }: Team): DueEntry[] {
  const entries = new Map<number, Reward[]>()
  for (const { serial, asset, units } of parts) {
    const caused = amountsOf(1)
    addUnits(caused, 0, units)
    const rewards = entries.get(serial) ?? []
    walkUp(up, tree.placeOf(serial), caused.whole[0] ?? 0, caused.rest[0] ?? 0, plan, (place, kind, whole, rest) => {
      if (barred[place]) return
      const share = amountsOf(1)
      add(share, 0, whole, rest)
      const code = kind === 'sharing' ? codes.invitation : codes.team
      rewards.push({ recipient: tree.serials[place] ?? 0, asset, code, units: unitsAt(share, 0) })
    })
    entries.set(serial, rewards)
  }
  return [...entries].map(([item, rewards]) => ({ part: 'fees', item, rewards }))
}

/** The week's share of the holders of three stars and more, in equal parts, each rounded down. */
function platformRewards(parts: readonly Part[], { tree, up, barred }: Team): DueEntry[] {
  const places: number[] = []
  for (let place = 0; place < tree.size; place += 1)
    if ((up.star[place] ?? 0) >= platformStar && !barred[place]) places.push(place)
  const shares = [...sumsByAsset(parts)].map(([asset, units]) => {
    const all = divide(units * platformPercent, 100n, 'down')
    return { asset, code: codes.platform, units: places.length > 0 ? divide(all, BigInt(places.length), 'down') : 0n }
  })
  return places.map((place) => {
    const recipient = tree.serials[place] ?? 0
    return { part: 'platform', item: recipient, rewards: shares.map((share) => ({ recipient, ...share })) }
  })
}

function sumsByAsset(parts: readonly Part[]): Map<Asset, bigint> {
  const sums = new Map<Asset, bigint>()
  for (const { asset, units } of parts) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return sums
}

/** A tenth of what the own team's USDT fees brought since the star was reached, the lowest star first. Assumed: USDT alone counts. */
function upgradeRewards(parts: readonly Part[], open: readonly OpenUpgrade[], { tree, barred }: Team): DueEntry[] {
  if (open.length === 0) return []
  const days = [...new Set(parts.map(({ day }) => day))].map((day) => ({
    day,
    below: belowSums(
      parts.filter((part) => part.asset === 'USDT' && part.day === day),
      tree,
    ),
  }))
  return [...Map.groupBy(open, ({ serial }) => serial)].flatMap(([serial, stars]) => {
    const place = tree.placeOf(serial)
    if (barred[place]) return []
    // Fees count from the day a star was reached; the lowest open star was reached first, and what it leaves goes to the next.
    let given = 0n
    return stars.flatMap(({ star, since, left }): DueEntry[] => {
      const brought = days.reduce((sum, { day, below }) => (day >= since ? sum + unitsAt(below, place) : sum), 0n)
      let units = divide(brought * upgradePercent, 100n, 'down') - given
      if (units <= 0n) return []
      if (units > left) units = left
      given += units
      return [
        {
          part: 'upgrade',
          item: serial * 10 + star,
          rewards: [{ recipient: serial, asset: 'USDT', code: codes.upgrade, units }],
        },
      ]
    })
  })
}

/** What everybody below each wallet paid. */
function belowSums(parts: readonly Part[], tree: Team['tree']): Amounts {
  const own = amountsOf(tree.size)
  for (const { serial, units } of parts) addUnits(own, tree.placeOf(serial), units)
  return sumsBelow(tree, own)
}

/** Scales all rewards of a coin alike where its budget cannot bear them, each rounded down. */
export function withinBudget(
  owed: readonly DueEntry[],
  budgetOf: (asset: Asset) => bigint,
): { readonly entries: DueEntry[]; readonly budgets: Budget[] } {
  const due = sumsOf(owed)
  const entries = owed.flatMap((entry): DueEntry[] => {
    const rewards = entry.rewards
      .map((reward) => ({
        ...reward,
        units: scaled(reward.units, budgetOf(reward.asset), due.get(reward.asset) ?? 0n),
      }))
      .filter(({ units }) => units > 0n)
    return rewards.length === 0 ? [] : [{ ...entry, rewards }]
  })
  const given = sumsOf(entries)
  const budgets = [...due].map(([asset, units]) => ({
    asset,
    budget: budgetOf(asset),
    due: units,
    given: given.get(asset) ?? 0n,
  }))
  return { entries, budgets }
}

/** What entries come to, by coin. */
export function sumsOf(entries: readonly DueEntry[]): Map<Asset, bigint> {
  const sums = new Map<Asset, bigint>()
  for (const { rewards } of entries)
    for (const { asset, units } of rewards) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return sums
}

import { type SponsorTree, sumsBelow } from '#identity/team/sponsor-tree.ts'
import { divide } from '#kit/amount/amount.ts'
import type { Asset } from '#kit/amount/coins.ts'
import { type Amounts, addUnits, amountsOf, unitsAt, unitsOf } from '#kit/amount/many-amounts.ts'
import type { Day } from '#kit/time/clock.ts'
import { type WalkPlan, walkUp } from '../standing/upline-walk.ts'
import { invitationPercent, platformPercent, platformStar, scaled, upgradePercent } from './fee-shares.ts'
import type { Budget, DueEntry, OpenUpgrade, Reward, Team } from './rewards.ts'

const plan: WalkPlan = { sharing: invitationPercent, leveling: false, equal: false }
const codes = { invitation: 102, team: 103, platform: 104, upgrade: 28 } as const

export type FeePart = { readonly serial: number; readonly asset: Asset; readonly units: bigint }

export type Week = {
  readonly sums: Map<Asset, bigint>
  readonly days: { readonly day: Day; readonly usdt: Amounts }[]
  readonly open: readonly OpenUpgrade[]
}
export const weekOfFees = (open: readonly OpenUpgrade[]): Week => ({ sums: new Map(), days: [], open })

export function addDay({ sums, days, open }: Week, day: Day, parts: readonly FeePart[], tree: SponsorTree): void {
  for (const { asset, units } of parts) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  if (open.length === 0) return
  const usdt = amountsOf(tree.size)
  for (const { serial, asset, units } of parts) if (asset === 'USDT') addUnits(usdt, tree.placeOf(serial), units)
  days.push({ day, usdt })
}

/**
 * Generates fee rewards lazily: daily to the payer's upline, weekly to holders of three or more stars and for new stars. @param parts
 * sorted by wallet serial @param week undefined unless the day ends a week
 */
export function* owedFor(parts: readonly FeePart[], week: Week | undefined, team: Team): Iterable<DueEntry> {
  yield* uplineRewards(parts, team)
  if (!week) return
  yield* platformRewards(week, team)
  yield* upgradeRewards(week, team)
}

function* uplineRewards(parts: readonly FeePart[], { tree, up, barred }: Team): Iterable<DueEntry> {
  const caused = amountsOf(1)
  let item = 0
  let rewards: Reward[] = []
  for (const { serial, asset, units } of parts) {
    if (serial !== item && rewards.length > 0) yield { part: 'fees', item, rewards }
    if (serial !== item) rewards = []
    item = serial
    caused.whole[0] = caused.rest[0] = 0
    addUnits(caused, 0, units)
    walkUp(
      up,
      tree.placeOf(serial),
      caused.whole[0] as number,
      caused.rest[0] as number,
      plan,
      (place, kind, whole, rest) => {
        if (barred[place]) return
        const code = kind === 'sharing' ? codes.invitation : codes.team
        rewards.push({ recipient: tree.serials[place] as number, asset, code, units: unitsOf(whole, rest) })
      },
    )
  }
  if (rewards.length > 0) yield { part: 'fees', item, rewards }
}

/** Weekly share of holders with three or more stars, split equally, each rounded down. */
function* platformRewards({ sums }: Week, { tree, up, barred }: Team): Iterable<DueEntry> {
  const places: number[] = []
  for (let place = 0; place < tree.size; place += 1)
    if ((up.star[place] as number) >= platformStar && !barred[place]) places.push(place)
  if (places.length === 0) return
  const shares = [...sums].map(([asset, units]) => {
    const all = divide(units * platformPercent, 100n, 'down')
    return { asset, code: codes.platform, units: divide(all, BigInt(places.length), 'down') }
  })
  for (const place of places) {
    const recipient = tree.serials[place] as number
    yield { part: 'platform', item: recipient, rewards: shares.map((share) => ({ recipient, ...share })) }
  }
}

/** A tenth of the team's USDT fees since the star was reached, lowest star first. Assumed: only USDT counts. */
function* upgradeRewards({ days, open }: Week, { tree, barred }: Team): Iterable<DueEntry> {
  const below = days.map(({ day, usdt }) => ({ day, sums: sumsBelow(tree, usdt) }))
  for (const [serial, stars] of Map.groupBy(open, (each) => each.serial)) {
    const place = tree.placeOf(serial)
    if (barred[place]) continue
    // Fees count from the day the star was reached. The lowest open star is the oldest. Later stars get the rest.
    let given = 0n
    for (const { star, since, left } of stars) {
      const brought = below.reduce((sum, { day, sums }) => (day >= since ? sum + unitsAt(sums, place) : sum), 0n)
      let units = divide(brought * upgradePercent, 100n, 'down') - given
      if (units <= 0n) continue
      if (units > left) units = left
      given += units
      yield {
        part: 'upgrade',
        item: serial * 10 + star,
        rewards: [{ recipient: serial, asset: 'USDT', code: codes.upgrade, units }],
      }
    }
  }
}

/**
 * If a coin's budget is short, scales its rewards by one factor, each rounded down. @param owed called twice, for sums and output; must
 * give the same entries @returns entries to consume once, and sums that are complete afterwards
 */
export function withinBudget(
  owed: () => Iterable<DueEntry>,
  budgetOf: (asset: Asset) => bigint,
): { readonly entries: Iterable<DueEntry>; readonly budgets: () => Budget[] } {
  const due = sumsOf(owed())
  const given = new Map<Asset, bigint>()
  const budgets = () =>
    [...due].map(([asset, units]) => ({ asset, budget: budgetOf(asset), due: units, given: given.get(asset) ?? 0n }))
  return { entries: scaledTo(owed, budgetOf, due, given), budgets }
}

function* scaledTo(
  owed: () => Iterable<DueEntry>,
  budgetOf: (asset: Asset) => bigint,
  due: ReadonlyMap<Asset, bigint>,
  given: Map<Asset, bigint>,
): Iterable<DueEntry> {
  for (const entry of owed()) {
    const rewards: Reward[] = []
    for (const reward of entry.rewards) {
      const { asset } = reward
      const units = scaled(reward.units, budgetOf(asset), due.get(asset) ?? 0n)
      if (units === 0n) continue
      rewards.push({ ...reward, units })
      given.set(asset, (given.get(asset) ?? 0n) + units)
    }
    if (rewards.length > 0) yield { ...entry, rewards }
  }
}

export function sumsOf(entries: Iterable<DueEntry>): Map<Asset, bigint> {
  const sums = new Map<Asset, bigint>()
  for (const { rewards } of entries)
    for (const { asset, units } of rewards) sums.set(asset, (sums.get(asset) ?? 0n) + units)
  return sums
}

import { sumsBelow, treeOf } from '#identity/team/sponsor-tree.ts'
import { amountsOf } from '#kit/amount/many-amounts.ts'
import { powerRewards } from '#team/rewards/power-rewards.ts'
import { assess } from '#team/standing/assessment.ts'
import { uplinesOf } from '#team/standing/upline-walk.ts'
import { benchDay, sponsorsOf, type TreeShape } from './team-world.ts'

/** Best of three, in ms: elapsed and CPU time. */
export type Part = { readonly name: string; readonly ms: number; readonly processor: number }

function measured<T>(name: string, work: () => T): Part & { readonly made: T } {
  let best: (Part & { readonly made: T }) | undefined
  for (let time = 0; time < 3; time += 1) {
    const [began, own] = [performance.now(), process.cpuUsage()]
    const made = work()
    const { user, system } = process.cpuUsage(own)
    const part = { name, ms: performance.now() - began, processor: (user + system) / 1000, made }
    if (!best || part.processor < best.processor) best = part
  }
  if (!best) throw new Error('it was measured three times')
  return best
}

export function measureMemory(wallets: number, shape: TreeShape): Part[] {
  const serials = Int32Array.from({ length: wallets }, (_, place) => place + 1)
  const sponsors = sponsorsOf(wallets, shape)
  const tree = measured('tree', () => treeOf(serials, sponsors))
  const { parent } = tree.made
  const star = Uint8Array.from(serials, (serial) => (serial % 50 === 0 ? 1 + ((serial / 50) % 6) : 0))
  const effective = new Int32Array(wallets)
  for (const above of parent) if (above >= 0) effective[above] = (effective[above] ?? 0) + 1
  const own = amountsOf(wallets)
  for (const serial of serials) {
    own.whole[serial - 1] = 30 + ((serial * 7919) % 4000)
    own.rest[serial - 1] = (serial * 31) % 100_000_000
  }
  const sums = measured('one sum of every team', () => sumsBelow(tree.made, own))
  const up = measured('who stands above whom', () => uplinesOf(tree.made, star, effective))
  const team = { tree: tree.made, up: up.made, barred: new Uint8Array(wallets) }
  const rewards = measured('sharing, team, leveling and equal of all', () => {
    let count = 0
    for (const entry of powerRewards(new Map([[2, own]]), team)) count += entry.rewards.length
    return count
  })
  const nothing = amountsOf(wallets)
  const facts = { own, week: own, weekNet: own, weekWld: nothing, soloDays: new Int32Array(wallets), held: new Map() }
  const stars = measured('all sums of every team, and stars', () => assess(tree.made, facts, benchDay))
  return [tree, sums, up, rewards, stars].map(({ name, ms, processor }) => ({ name, ms, processor }))
}

import type { Tx } from '#kit/db.ts'
import type { ChunkDone, ChunkOf, DayStep } from '#ledger/days/day-step.ts'
import { assess, type TeamFacts } from './assessment.ts'
import { weighFees } from './fee-rewards.store.ts'
import { weighPower } from './power-rewards.store.ts'
import { forgetDue, keepDue } from './reward-blocks.store.ts'
import { postDue } from './rewards.store.ts'
import { type RewardPart, rewardParts } from './rewards.ts'
import {
  keepStars,
  keepTeams,
  loadBarred,
  loadHeld,
  loadSoloSince,
  loadStanding,
  soloAfter,
} from './standings.store.ts'
import { loadFacts } from './team-facts.store.ts'
import { loadTree } from './team-tree.store.ts'
import { uplinesOf } from './upline-walk.ts'

/** Works out what a day's POWER and fees bring to uplines. Reads the whole tree once; nothing is posted yet. */
async function weighRewards(tx: Tx, { day }: ChunkOf): Promise<ChunkDone> {
  const tree = await loadTree(tx)
  const { star, effective } = await loadStanding(tx, tree)
  const team = { tree, up: uplinesOf(tree, star, effective), barred: await loadBarred(tx, tree) }
  await forgetDue(tx, day)
  const power = await keepDue(tx, day, await weighPower(tx, day, team))
  const fees = await keepDue(tx, day, await weighFees(tx, day, team))
  return { last: '', done: power + fees, finished: true }
}

/** Sums every team and moves every star, at the cut of a day: one pass over the tree, written where something changed. */
async function assessTeams(tx: Tx, { day }: ChunkOf): Promise<ChunkDone> {
  const tree = await loadTree(tx)
  const flows = await loadFacts(tx, tree, day)
  const solo = soloAfter(tree, flows.own, await loadSoloSince(tx, tree), day)
  const facts: TeamFacts = { ...flows, soloDays: solo.days, held: await loadHeld(tx, tree) }
  const assessment = assess(tree, facts, day)
  await keepTeams(tx, { tree, facts, assessment, soloSince: solo.since, day })
  await keepStars(tx, tree, assessment.changed, day)
  return { last: '', done: tree.size, finished: true }
}

const isPart = (part: string): part is RewardPart => (rewardParts as readonly string[]).includes(part)

/** Upline rewards on the POWER the day's accruals granted, and on its fees. After the split of fees and the accruals. */
export const teamRewardSteps: readonly DayStep[] = [
  { name: 'rewards_weigh', parts: ['all'], when: 'midnight', chunk: weighRewards },
  {
    name: 'rewards_pay',
    parts: rewardParts,
    when: 'midnight',
    chunk: (tx, { day, part, after, limit }) => {
      if (!isPart(part)) throw new Error(`there are no rewards called ${part}`)
      return postDue(tx, { day, part, after, limit })
    },
  },
]

/** Stars rise daily and fall on Mondays. The last step: what it finds rules the next day. */
export const starSteps: readonly DayStep[] = [{ name: 'stars', parts: ['all'], when: 'midnight', chunk: assessTeams }]

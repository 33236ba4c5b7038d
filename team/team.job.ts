import type { ChunkDone, ChunkOf, DayStep } from '#days/day-step.ts'
import { loadTree } from '#identity/team/sponsor-tree.store.ts'
import type { Sql, Tx } from '#kit/store/db.ts'
import { weighFees } from './rewards/fee-rewards.server.ts'
import { powerRewards } from './rewards/power-rewards.ts'
import { forgetDue, keepDue } from './rewards/reward-blocks.store.ts'
import { postDue } from './rewards/rewards.store.ts'
import { type RewardPart, rewardParts } from './rewards/rewards.ts'
import { assessTeams, begun } from './standing/assess-teams.server.ts'
import { loadBarred, loadStanding } from './standing/standings.store.ts'
import { loadPower } from './standing/team-facts.store.ts'
import { uplinesOf } from './standing/upline-walk.ts'

/** With this many wallets, a full pass takes too long within another step's transaction. */
const largeTree = 2_000

/** On large trees, runs a full-tree chunk in a separate transaction, because earlier work may hold locks on accounts that users need. */
const byItself =
  (chunk: DayStep['chunk']): DayStep['chunk'] =>
  async (tx, of) =>
    of.after === '' && (await isLarge(tx)) ? { last: begun, done: 0, finished: false } : chunk(tx, of)

async function isLarge(sql: Sql): Promise<boolean> {
  const [wallet] = await sql.query<{ last: number | null }>('SELECT max(serial)::int4 AS last FROM holder')
  return (wallet?.last ?? 0) > largeTree
}

async function weighRewards(tx: Tx, { day }: ChunkOf): Promise<ChunkDone> {
  const tree = await loadTree(tx)
  const { star, effective } = await loadStanding(tx, tree)
  const team = { tree, up: uplinesOf(tree, star, effective), barred: await loadBarred(tx, tree) }
  await forgetDue(tx, day)
  const power = await keepDue(tx, day, powerRewards(await loadPower(tx, tree, day), team))
  const fees = await weighFees(tx, day, team)
  return { last: '', done: power + fees, finished: true }
}

const isPart = (part: string): part is RewardPart => (rewardParts as readonly string[]).includes(part)

/** Pays upline rewards from the day's POWER and fees. Runs after the fee split and accruals. */
export const teamRewardSteps: readonly DayStep[] = [
  // Can run in parallel, because it only records rewards from earlier accruals and fees.
  { name: 'rewards_weigh', parts: ['all'], when: 'midnight', beside: true, chunk: byItself(weighRewards) },
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

/** Stars rise daily and fall on Mondays. Runs last, because results apply from the next day. */
export const starSteps: readonly DayStep[] = [
  { name: 'stars', parts: ['all'], when: 'midnight', chunk: byItself(assessTeams) },
]

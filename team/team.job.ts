import type { ChunkDone, ChunkOf, DayStep } from '#days/day-step.ts'
import { loadTree } from '#identity/sponsor-tree.store.ts'
import type { Sql, Tx } from '#kit/db.ts'
import { assessTeams, begun } from './assess-teams.server.ts'
import { weighFees } from './fee-rewards.server.ts'
import { powerRewards } from './power-rewards.ts'
import { forgetDue, keepDue } from './reward-blocks.store.ts'
import { postDue } from './rewards.store.ts'
import { type RewardPart, rewardParts } from './rewards.ts'
import { loadBarred, loadStanding } from './standings.store.ts'
import { loadPower } from './team-facts.store.ts'
import { uplinesOf } from './upline-walk.ts'

/** From so many wallets on, going through all of them takes longer than anybody should wait. */
const largeTree = 2_000

/**
 * A piece that goes through the whole tree. Where that is large, a piece before it does nothing but end the transaction it is in: what
 * another step did there may hold accounts that users wait for.
 */
const byItself =
  (chunk: DayStep['chunk']): DayStep['chunk'] =>
  async (tx, of) =>
    of.after === '' && (await isLarge(tx)) ? { last: begun, done: 0, finished: false } : chunk(tx, of)

async function isLarge(sql: Sql): Promise<boolean> {
  const [wallet] = await sql.query<{ last: number | null }>('SELECT max(serial)::int4 AS last FROM holder')
  return (wallet?.last ?? 0) > largeTree
}

/** Works out what a day's POWER and fees bring to uplines. Reads the whole tree once; nothing is posted yet. */
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

/** Upline rewards on the POWER the day's accruals granted, and on its fees. After the split of fees and the accruals. */
export const teamRewardSteps: readonly DayStep[] = [
  // Only writes down what accruals before it and fees bring: shares and the compute pool change none of it.
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

/** Stars rise daily and fall on Mondays. The last step: what it finds rules the next day. */
export const starSteps: readonly DayStep[] = [
  { name: 'stars', parts: ['all'], when: 'midnight', chunk: byItself(assessTeams) },
]

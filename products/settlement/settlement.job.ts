import type { DayStep } from '#days/day-step.ts'
import { markStep } from '../lines/acceleration/marks.job.ts'
import { fundEndSteps, fundProfitSteps } from '../lines/fund/fund.job.ts'
import { liquiditySteps } from '../lines/liquidity/liquidity.job.ts'
import { nodeWeekStep } from '../lines/node/node-week.store.ts'
import { drawSeedStep } from '../lines/package/draw.job.ts'
import { accrueStep } from './accrue.store.ts'
import { setAsideStep } from './lock.server.ts'
import { matureStep, startStep } from './mature.server.ts'
import { tellStep } from './renewal-told.store.ts'
import { shareSteps } from './share.store.ts'

/** What orders have to do with a day, in the order of the house: the server puts other features' steps between. */
export const investingSteps = {
  /** 23:30: the next round's interest of orders that go on; who will not tomorrow is told today. */
  lock: [setAsideStep, tellStep],
  /** What a whole day brought. */
  accrue: [drawSeedStep, markStep, accrueStep, ...shareSteps],
  /** What is shared out of other books. */
  profit: [nodeWeekStep, ...fundProfitSteps],
  /** Rounds that are over end or go on; orders whose start has come begin. */
  mature: [matureStep, ...liquiditySteps, startStep, ...fundEndSteps],
} as const satisfies Record<string, readonly DayStep[]>

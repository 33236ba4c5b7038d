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

/** In execution order. The server inserts other features' steps between them. */
export const investingSteps = {
  /** At 23:30. */
  lock: [setAsideStep, tellStep],
  accrue: [drawSeedStep, markStep, accrueStep, ...shareSteps],
  profit: [nodeWeekStep, ...fundProfitSteps],
  mature: [matureStep, ...liquiditySteps, startStep, ...fundEndSteps],
} as const satisfies Record<string, readonly DayStep[]>

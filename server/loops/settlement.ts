import type { DayStep } from '#days/day-step.ts'
import { type SettleOptions, settleDays } from '#days/settle.job.ts'
import type { Db } from '#kit/store/db.ts'
import { nodesRun } from '#products/lines/node/nodes-run.store.ts'
import { feeSteps } from '#products/pots/fees.job.ts'
import { potSteps } from '#products/pots/pots.job.ts'
import { powerSteps, powerWeighSteps } from '#products/power/power.job.ts'
import { reservationSteps } from '#products/reservations/reservations.job.ts'
import { investingSteps } from '#products/settlement/settlement.job.ts'
import { starSteps, teamRewardSteps } from '#team/team.job.ts'

/**
 * All steps of a business day, in order (PRODUCT.md 7). Steps share data through the ledger: upline rewards read the day's accruals. @param
 * now settlement time, from which called queue entries have 24 hours
 */
export const daySteps = (now: Date): readonly DayStep[] => [
  ...investingSteps.lock,
  ...feeSteps(nodesRun),
  ...potSteps,
  ...powerWeighSteps,
  ...investingSteps.accrue,
  ...powerSteps,
  ...teamRewardSteps,
  ...investingSteps.profit,
  ...investingSteps.mature,
  ...reservationSteps(now),
  ...starSteps,
]

/** Settles all due days. Idempotent and safe to run concurrently. @returns whether no due day remains */
export const settle = (db: Db, now: Date, options: SettleOptions = {}): Promise<boolean> =>
  settleDays(db, now, daySteps(now), options)

import type { DayStep } from '#days/day-step.ts'
import { type SettleOptions, settleDays } from '#days/settle.job.ts'
import type { Db } from '#kit/db.ts'
import { nodesRun } from '#products/lines/node/nodes-run.store.ts'
import { feeSteps } from '#products/pots/fees.job.ts'
import { potSteps } from '#products/pots/pots.job.ts'
import { powerSteps, powerWeighSteps } from '#products/power/power.job.ts'
import { reservationSteps } from '#products/reservations/reservations.job.ts'
import { investingSteps } from '#products/settlement/settlement.job.ts'
import { starSteps, teamRewardSteps } from '#team/team.job.ts'

/**
 * Everything that happens to a business day, in order (PRODUCT.md 7). Steps talk to one another through the books: rewards of uplines
 * read what accruals of the day posted.
 * @param now when it is done: whoever a queue calls has 24 hours from then.
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

/** Settles every day that is due; may run anywhere, any number of times. @returns whether nothing is left that is due */
export const settle = (db: Db, now: Date, options: SettleOptions = {}): Promise<boolean> =>
  settleDays(db, now, daySteps(now), options)

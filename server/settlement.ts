import { reservationSteps } from '#features/investing/reservations/reservations.job.ts'
import { nodesRun } from '#features/investing/settlement/nodes-run.store.ts'
import { investingSteps } from '#features/investing/settlement/settlement.job.ts'
import { powerSteps, powerWeighSteps } from '#features/power/power.job.ts'
import { starSteps, teamRewardSteps } from '#features/team/team.job.ts'
import type { Db } from '#kit/db.ts'
import type { DayStep } from '#ledger/days/day-step.ts'
import { feeSteps } from '#ledger/days/fees.job.ts'
import { potSteps } from '#ledger/days/pots.job.ts'
import { type SettleOptions, settleDays } from '#ledger/days/settle.job.ts'

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

/** Settles every day that is due; may run anywhere, any number of times. */
export const settle = (db: Db, now: Date, options: SettleOptions = {}): Promise<void> =>
  settleDays(db, now, daySteps(now), options)

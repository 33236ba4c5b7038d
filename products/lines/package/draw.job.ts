import { type DayStep, endOf, wholeStep } from '#days/day-step.ts'
import { addDays } from '#kit/time/clock.ts'
import { loadDaySeed } from './draw.store.ts'

/** Publishes each hash a day before its draws. */
export const drawSeedStep: DayStep = wholeStep('draw-seeds', 'midnight', async (tx, day) => {
  for (const ahead of [1, 2]) await loadDaySeed(tx, addDays(day, ahead), endOf(day))
  return 2
})

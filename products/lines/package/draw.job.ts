import { type DayStep, endOf, wholeStep } from '#days/day-step.ts'
import { addDays } from '#kit/clock.ts'
import { loadDaySeed } from './draw.store.ts'

/** The seeds of the day that begins and of the one after it are made, so that each hash is public a day before anybody draws. */
export const drawSeedStep: DayStep = wholeStep('draw-seeds', 'midnight', async (tx, day) => {
  for (const ahead of [1, 2]) await loadDaySeed(tx, addDays(day, ahead), endOf(day))
  return 2
})

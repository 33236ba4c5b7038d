import { type DayStep, endOf } from '#days/day-step.ts'
import { loadMarkingWallets, refreshMarks } from './marks.store.ts'

/** Runs before accrual. */
export const markStep: DayStep = {
  name: 'marks',
  parts: [''],
  when: 'midnight',
  chunk: async (tx, { day, after, limit }) => {
    const wallets = await loadMarkingWallets(tx, after, limit)
    if (wallets.length > 0) await refreshMarks(tx, wallets, endOf(day))
    return { last: wallets.at(-1) ?? after, done: wallets.length, finished: wallets.length < limit }
  },
}

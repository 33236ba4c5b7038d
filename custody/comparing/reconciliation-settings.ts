import * as v from 'valibot'
import { amountFrom, setting } from '#kit/store/settings.ts'
import { minuteMs } from '#kit/time/clock.ts'

/** Tolerated difference, by "chain.coin". Zero if not set. */
export const reconciliationTolerance = setting({
  name: 'reconciliation.tolerance',
  narrowsWithdrawing: true,
  about: 'What may differ between a chain and the ledger, by chain and coin, in coins: {"bsc.USDT": "0.01"}',
  initial: {} as Record<string, string>,
  // A higher tolerance could hide a theft.
  schema: v.record(v.string(), amountFrom('0', '10')),
})

export const reconciliationGap = setting({
  name: 'reconciliation.longest_gap_minutes',
  narrowsWithdrawing: true,
  about: 'After so many minutes in which a chain could not be compared with the ledger its withdrawals stop',
  initial: 10,
  schema: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(120)),
})

export const gapMs = (minutes: number): number => minutes * minuteMs

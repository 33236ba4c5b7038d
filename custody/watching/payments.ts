import type * as v from 'valibot'
import type { depositRow } from './fields.ts'

export type ShownDeposit = v.InferOutput<typeof depositRow>

const confirmingMs = 2000
const waitingMs = 5000

export const pollMs = (payments: readonly ShownDeposit[]): number =>
  payments.some(({ state }) => state === 'confirming') ? confirmingMs : waitingMs

/** Newly credited payments, without combined ones. */
export function justCredited(before: readonly ShownDeposit[], now: readonly ShownDeposit[]): readonly ShownDeposit[] {
  const waiting = new Set(before.filter(({ state }) => state !== 'credited').map(({ id }) => id))
  return now.filter(({ id, state, payments }) => state === 'credited' && waiting.has(id) && payments === 1)
}

/** Newly seen payments. Empty on the first poll. */
export function justSeen(
  before: readonly ShownDeposit[] | undefined,
  now: readonly ShownDeposit[],
): readonly ShownDeposit[] {
  if (!before) return []
  const known = new Set(before.map(({ id }) => id))
  return now.filter(({ id, state }) => state === 'confirming' && !known.has(id))
}

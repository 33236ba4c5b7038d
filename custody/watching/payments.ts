import type * as v from 'valibot'
import type { depositRow } from './fields.ts'

export type ShownDeposit = v.InferOutput<typeof depositRow>

/** Read this often while the chain confirms a payment, and while one may appear at any moment. */
const confirmingMs = 2000
const waitingMs = 5000

/** How often the list is read again. */
export const pollMs = (payments: readonly ShownDeposit[]): number =>
  payments.some(({ state }) => state === 'confirming') ? confirmingMs : waitingMs

/** Payments that were on their way when last looked at and are in the balance now. Lines of many say themselves what waits. */
export function justCredited(before: readonly ShownDeposit[], now: readonly ShownDeposit[]): readonly ShownDeposit[] {
  const waiting = new Set(before.filter(({ state }) => state !== 'credited').map(({ id }) => id))
  return now.filter(({ id, state, payments }) => state === 'credited' && waiting.has(id) && payments === 1)
}

/** Payments the chain has shown since the last look. Nothing is new at the first look. */
export function justSeen(
  before: readonly ShownDeposit[] | undefined,
  now: readonly ShownDeposit[],
): readonly ShownDeposit[] {
  if (!before) return []
  const known = new Set(before.map(({ id }) => id))
  return now.filter(({ id, state }) => state === 'confirming' && !known.has(id))
}

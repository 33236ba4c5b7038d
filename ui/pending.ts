import { useSyncExternalStore } from 'react'

/**
 * What became of something that was confirmed and is not answered yet, or was answered when nobody waited for it any more.
 * `waiting`: it is asked for again · `done`, `refused`: so it was answered · `never`: it did not arrive, and cannot any more · `unknown`: the server
 * does not remember it.
 */
export type PendingState = 'waiting' | 'done' | 'refused' | 'never' | 'unknown'
export type Pending = {
  /** The idempotency key of every try. */
  readonly key: string
  readonly owner: string
  readonly at: number
  /** What was confirmed, in the words of then: "Withdraw", and what it moves: "50.00 USDT". */
  readonly what: string
  readonly amount: string
  readonly state: PendingState
  /** Why it was refused, in words. */
  readonly why: string
}

let rows: readonly Pending[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function change(next: readonly Pending[]): void {
  rows = next
  for (const listener of listeners) listener()
}

export const pendingNow = (): readonly Pending[] => rows
export const onPending = subscribe
export const showPending = (row: Pending): void => change([...rows.filter(({ key }) => key !== row.key), row])
export const hidePending = (key: string): void => {
  if (rows.some((row) => row.key === key)) change(rows.filter((row) => row.key !== key))
}

/** What was confirmed and is not over. */
export const usePending = (): readonly Pending[] => useSyncExternalStore(subscribe, pendingNow, pendingNow)
/** Whether something waits for its answer. */
export const useIsWaiting = (): boolean => usePending().some(({ state }) => state === 'waiting')

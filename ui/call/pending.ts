import { useSyncExternalStore } from 'react'

/**
 * `waiting`: being retried · `done`, `refused`: server result · `never`: did not and cannot arrive · `unknown`: no longer stored on the
 * server
 */
export type PendingState = 'waiting' | 'done' | 'refused' | 'never' | 'unknown'
export type Pending = {
  readonly key: string
  readonly owner: string
  readonly at: number
  readonly what: string
  readonly amount: string
  readonly state: PendingState
  readonly why: string
}

const isFailed = ({ state }: Pending): boolean => state === 'refused' || state === 'never'
export const failedOf = (all: readonly Pending[], owner: string, what?: string): readonly Pending[] =>
  all.filter((row) => isFailed(row) && row.owner === owner && (what === undefined || row.what === what))

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

export const usePending = (): readonly Pending[] => useSyncExternalStore(subscribe, pendingNow, pendingNow)
export const useIsWaiting = (): boolean => usePending().some(({ state }) => state === 'waiting')

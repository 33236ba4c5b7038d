import { useSyncExternalStore } from 'react'

let slow = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts what a person waits for and what has taken long already. */
export function countSlow(isSlow: boolean): void {
  slow += isSlow ? 1 : -1
  for (const listener of listeners) listener()
}
const isAnySlow = (): boolean => slow > 0
/** Whether a person waits for an answer that takes long. */
export const useStillWaiting = (): boolean => useSyncExternalStore(subscribe, isAnySlow, () => false)

import { useSyncExternalStore } from 'react'

let slow = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function countSlow(isSlow: boolean): void {
  slow += isSlow ? 1 : -1
  for (const listener of listeners) listener()
}
const isAnySlow = (): boolean => slow > 0
export const useStillWaiting = (): boolean => useSyncExternalStore(subscribe, isAnySlow, () => false)

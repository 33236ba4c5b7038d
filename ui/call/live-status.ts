import { useSyncExternalStore } from 'react'

/** live: connected · off: not subscribed, for example signed out · unreachable: no response */
export type LiveStatus = 'live' | 'off' | 'unreachable'

let status: LiveStatus = 'off'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setLiveStatus(next: LiveStatus): void {
  if (next === status) return
  status = next
  for (const listener of listeners) listener()
}
const current = (): LiveStatus => status
/** Screens poll unless the status is live. */
export const useLiveStatus = (): LiveStatus => useSyncExternalStore(subscribe, current, () => 'off')

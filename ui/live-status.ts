import { useSyncExternalStore } from 'react'

/** live: what changes is told · off: nobody listens, e.g. nobody is signed in · unreachable: the server was tried and did not answer. */
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
/** Whether the server tells what changes. While it does not, screens ask again and again. */
export const useLiveStatus = (): LiveStatus => useSyncExternalStore(subscribe, current, () => 'off')

import { useSyncExternalStore } from 'react'

let alarm = ''
const listeners = new Set<() => void>()

/** What stands above every screen until it is over; empty for nothing. */
export function setAlarm(text: string): void {
  if (text === alarm) return
  alarm = text
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const current = (): string => alarm
export const useAlarm = (): string => useSyncExternalStore(subscribe, current, current)

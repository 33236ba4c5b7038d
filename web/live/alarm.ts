import { useSyncExternalStore } from 'react'

let alarm = ''
const listeners = new Set<() => void>()

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

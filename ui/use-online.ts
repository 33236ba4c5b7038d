import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const current = (): boolean => navigator.onLine
/** Whether the device has a network at all. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, current, () => true)

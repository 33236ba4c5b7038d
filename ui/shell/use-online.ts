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
export const useOnline = (): boolean => useSyncExternalStore(subscribe, current, () => true)

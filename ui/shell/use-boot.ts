import { useSyncExternalStore } from 'react'
import { type Boot, currentBoot, onBootChange } from './boot.ts'

export const useBoot = (): Boot => useSyncExternalStore(onBootChange, currentBoot, currentBoot)

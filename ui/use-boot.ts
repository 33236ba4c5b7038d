import { useSyncExternalStore } from 'react'
import { type Boot, currentBoot, onBootChange } from './boot.ts'

/** Language, theme and covered amounts, as chosen on this device; redraws when they change. Change them with `changeBoot`. */
export const useBoot = (): Boot => useSyncExternalStore(onBootChange, currentBoot, currentBoot)

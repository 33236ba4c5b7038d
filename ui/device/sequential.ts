import { type ReactNode, useDeferredValue } from 'react'
import { isFirstLook } from '../call/quiet.ts'

/**
 * On the first screen, renders content in steps so slow phones stay responsive. Afterwards renders immediately to restore the scroll
 * position.
 */
export const Sequential = ({ children, instead = null }: { children: ReactNode; instead?: ReactNode }): ReactNode =>
  useDeferredValue(true, !isFirstLook()) ? children : instead

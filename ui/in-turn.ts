import { type ReactNode, useDeferredValue } from 'react'
import { isFirstLook } from './quiet.ts'

/**
 * On the screen the app begins with, draws what it holds after what stands before it, in pieces: a slow phone paints, and takes a press, in between.
 * Later it draws at once, so that whoever comes back finds the place where the page was left.
 * @param instead what stands there until it is its turn
 */
export const InTurn = ({ children, instead = null }: { children: ReactNode; instead?: ReactNode }): ReactNode =>
  useDeferredValue(true, !isFirstLook()) ? children : instead

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part of a screen that can be missed, fetched when it is shown: where it cannot be fetched nothing stands there, and the screen stands. */
export const lazyExtra = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )

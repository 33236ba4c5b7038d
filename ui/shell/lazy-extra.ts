import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Lazy-loads an optional part of a screen. Renders nothing if loading fails. */
export const lazyExtra = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  )

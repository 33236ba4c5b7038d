import type { ComponentType } from 'react'
import { prefetchWith } from '#ui/navigation.ts'
import { loadTexts } from '#ui/texts.ts'
import { routes } from './routes.ts'

const fetched = new Map<string, ComponentType>()

/** Fetches a screen and what it says. @returns undefined where there is no such screen. */
export async function loadRoute(path: string): Promise<ComponentType | undefined> {
  const route = routes[path]
  if (!route) return undefined
  const [screen] = await Promise.all([fetched.get(path) ?? route.load(), loadTexts(['core', ...route.areas])])
  fetched.set(path, screen)
  return screen
}

prefetchWith((path) => {
  loadRoute(path).catch(() => {
    // Only a head start: following the link says what is wrong.
  })
})

const reloadedFlag = 'reloaded-for-chunk'
/** A chunk that is gone after a deploy is cured by loading the page anew, once. @returns whether it does so. */
export function reloadOnce(): boolean {
  if (!navigator.onLine || sessionStorage.getItem(reloadedFlag)) return false
  sessionStorage.setItem(reloadedFlag, 'yes')
  location.reload()
  return true
}
export const loadedWell = (): void => sessionStorage.removeItem(reloadedFlag)

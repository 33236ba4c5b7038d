import type { ComponentType } from 'react'
import { navigateAmong } from '#ui/navigation.ts'
import { loadTexts } from '#ui/texts.ts'
import { areasOf } from './areas.ts'
import { missing, routes } from './routes.ts'

const fetched = new Map<string, ComponentType>()

/** Fetches a screen and what it says; for an address without a screen, the one that says so. */
export async function loadRoute(path: string): Promise<ComponentType> {
  const route = routes[path] ?? missing
  const [screen] = await Promise.all([fetched.get(path) ?? route.load(), loadTexts(['core', ...(areasOf[path] ?? [])])])
  fetched.set(path, screen)
  return screen
}

navigateAmong(Object.keys(routes), (path) => {
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

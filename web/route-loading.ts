import type { ComponentType } from 'react'
import { navigateAmong } from '#ui/navigation.ts'
import { loadTexts } from '#ui/texts.ts'
import { areasOf } from './areas.ts'
import { missing, routes } from './routes.ts'

const fetched = new Map<string, ComponentType>()

/** Spec point 9: how long a part of the app may take to come. */
const partMs = 120_000

/** @throws Error when nothing has come by then: the screen that failed offers to try again */
const inTime = <T>(coming: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('a part of the app did not come in time')), partMs)
    coming.then(done, failed).finally(() => clearTimeout(timer))
  })

/** Fetches a screen and what it says; for an address without a screen, the one that says so. */
export async function loadRoute(path: string): Promise<ComponentType> {
  const route = routes[path]
  const texts = loadTexts(['core', ...(route ? (areasOf[path] ?? []) : [])])
  const [screen] = await inTime(Promise.all([fetched.get(path) ?? (route ?? missing).load(), texts]))
  fetched.set(path, screen)
  return screen
}

navigateAmong(Object.keys(routes), (path) => {
  loadRoute(path).catch(() => {
    // Only a head start: following the link says what is wrong.
  })
})

let reload = (): unknown => location.reload()
/** How the page is loaded anew, set once the app knows a better way: where it is kept on the device, it would come back as it was. */
export const reloadWith = (how: () => unknown): void => {
  reload = how
}

const reloadedFlag = 'reloaded-for-chunk'
/** A chunk that is gone after a deploy is cured by taking the newer app, once. @returns whether it does so. */
export function reloadOnce(): boolean {
  if (!navigator.onLine || sessionStorage.getItem(reloadedFlag)) return false
  sessionStorage.setItem(reloadedFlag, 'yes')
  reload()
  return true
}
export const loadedWell = (): void => sessionStorage.removeItem(reloadedFlag)

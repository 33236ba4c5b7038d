import type { ComponentType } from 'react'
import { takeNewest } from '#features/updates/app-worker.tsx'
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

/** What came in place of a part that could not be fetched. */
const missingParts = new WeakSet<object>()
/** Whether an error is a part of the app that could not be fetched. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && missingParts.has(error)
let told = (): void => {}
/** Told of each part that cannot be fetched, whatever asked for it. */
export const onMissingPart = (tell: () => void): void => {
  told = tell
}
// Said by what the build puts around each import, and by ui/text-files.ts.
addEventListener('vite:preloadError', ({ payload }) => {
  missingParts.add(payload)
  told()
})

/** This build by the address of its entry, which changes with every part. */
const build = new URL(import.meta.url).pathname
/** The page the server has now; undefined when it does not answer. */
const pageOfNow = (): Promise<string | undefined> =>
  fetch('/', { cache: 'no-cache' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  )
/** Whether the server has another app than this one. */
export const isReplaced = async (): Promise<boolean> => (await pageOfNow())?.includes(build) === false

const reloadedFlag = 'reloaded-for-chunk'
let reloading = false
export const isReloading = (): boolean => reloading
/**
 * A part that is gone after a deploy is cured by taking the newest app, once for each build: what the server does not have either would
 * go round and round. Nothing is given up where the server does not answer. @returns whether it does so
 */
export async function reloadOnce(): Promise<boolean> {
  if (reloading) return true
  if (!navigator.onLine || sessionStorage.getItem(reloadedFlag) === build || !(await pageOfNow())) return false
  sessionStorage.setItem(reloadedFlag, build)
  reloading = true
  await takeNewest()
  return true
}
/** Somebody asks for another try. */
export const reloadAgain = (): void => sessionStorage.removeItem(reloadedFlag)

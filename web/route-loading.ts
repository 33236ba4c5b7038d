import { takeNewest } from '#features/updates/app-worker.tsx'
import { navigateAmong } from '#ui/shell/navigation.ts'
import { loadTexts } from '#ui/text/texts.ts'
import { areasOf } from './areas.ts'
import { missing, routes, type ScreenComponent } from './routes.ts'

const fetched = new Map<string, ScreenComponent>()

/** Timeout for app files (spec point 9). */
const partMs = 120_000

/** @throws Error after the timeout; the failed screen offers a retry */
const inTime = <T>(coming: Promise<T>): Promise<T> =>
  new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('a part of the app did not come in time')), partMs)
    coming.then(done, failed).finally(() => clearTimeout(timer))
  })

/** Loads a screen with its texts, or the not-found screen. */
export async function loadRoute(path: string): Promise<ScreenComponent> {
  const route = routes[path]
  const texts = loadTexts(['core', ...(route ? (areasOf[path] ?? []) : [])])
  const [screen] = await inTime(Promise.all([fetched.get(path) ?? (route ?? missing).load(), texts]))
  fetched.set(path, screen)
  return screen
}

navigateAmong(Object.keys(routes), (path) => {
  loadRoute(path).catch(() => {
    // A failed prefetch is harmless; navigation reports errors.
  })
})

const missingParts = new WeakSet<object>()
export const isMissingPart = (error: unknown): boolean => error instanceof Error && missingParts.has(error)
let told = (): void => {}
export const onMissingPart = (tell: () => void): void => {
  told = tell
}
// Dispatched by the build's import wrappers and ui/text/text-files.ts.
addEventListener('vite:preloadError', ({ payload }) => {
  missingParts.add(payload)
  told()
})

/** Identifies this build: the entry URL changes with every chunk. */
const build = new URL(import.meta.url).pathname
/** The server's current page. Undefined without a response. */
const pageOfNow = (): Promise<string | undefined> =>
  fetch('/', { cache: 'no-cache' }).then(
    (answer) => (answer.ok ? answer.text() : undefined),
    () => undefined,
  )
export const isReplaced = async (): Promise<boolean> => (await pageOfNow())?.includes(build) === false

const reloadedFlag = 'reloaded-for-chunk'
let reloading = false
export const isReloading = (): boolean => reloading
/**
 * Reloads once per build to fix missing chunks after a deploy. The limit prevents reload loops. Does nothing if the server is unreachable.
 * @returns whether it reloads
 */
export async function reloadOnce(): Promise<boolean> {
  if (reloading) return true
  if (!navigator.onLine || sessionStorage.getItem(reloadedFlag) === build || !(await pageOfNow())) return false
  sessionStorage.setItem(reloadedFlag, build)
  reloading = true
  await takeNewest()
  return true
}
export const reloadAgain = (): void => sessionStorage.removeItem(reloadedFlag)

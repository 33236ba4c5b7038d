import { onLocationChange } from '../shell/navigation.ts'

const restMs = 8000
const movedMs = 1500
const busyMsMax = 2000

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
const loaded = (): Promise<unknown> =>
  document.readyState === 'complete' ? Promise.resolve() : new Promise((done) => addEventListener('load', done))
/** Resolves when the browser has no other work, after two seconds at most. */
export const idle = (): Promise<unknown> =>
  // Safari lacks requestIdleCallback.
  'requestIdleCallback' in globalThis
    ? new Promise((done) => requestIdleCallback(done, { timeout: busyMsMax }))
    : Promise.resolve()

const moved = (): Promise<void> =>
  new Promise((done) => {
    const stop = onLocationChange(() => {
      stop()
      done()
    })
  })

let isFirst = true
export const isFirstLook = (): boolean => isFirst

let rest: Promise<unknown> | undefined
/** Resolves when background work may start: after the first screen is viewed or left, and later when idle. */
export const quiet = async (): Promise<void> => {
  rest ??= Promise.race([loaded().then(() => wait(restMs)), moved().then(() => wait(movedMs))]).then(() => {
    isFirst = false
  })
  await rest
  await idle()
}

const fastMs = 2000
const fastRestMs = 1500
export const settled = async (): Promise<void> => {
  if (!isFirst) return
  await loaded()
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  await (page && page.loadEventStart < fastMs ? wait(fastRestMs).then(idle) : quiet())
}

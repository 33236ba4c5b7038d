import { onLocationChange } from './navigation.ts'

/** So long after the page has come, its first screen is read, drawn and looked at, on a slow phone too. */
const restMs = 8000
/** Whoever goes on before that looks at another screen, which is drawn by then. */
const movedMs = 1500
/** A browser that is busy for longer starts it all the same. */
const busyMsMax = 2000

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
const loaded = (): Promise<unknown> =>
  document.readyState === 'complete' ? Promise.resolve() : new Promise((done) => addEventListener('load', done))
const idle = (): Promise<unknown> =>
  // Safari does not say when it is idle.
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
/** Whether the screen the app began with is still being drawn and looked at. */
export const isFirstLook = (): boolean => isFirst

let rest: Promise<unknown> | undefined
/**
 * When the first screen stands and was looked at, or was left: what nobody waits for starts then. Later in the app it starts when the browser is
 * idle.
 */
export const quiet = async (): Promise<void> => {
  rest ??= Promise.race([loaded().then(() => wait(restMs)), moved().then(() => wait(movedMs))]).then(() => {
    isFirst = false
  })
  await rest
  await idle()
}

/** A page that has come within this time came over a fast line to a fast device, which has time for more so long after. */
const fastMs = 2000
const fastRestMs = 1500
/** When the first screen stands, for what it still has to say itself: soon on a fast device, else once it is quiet. */
export const settled = async (): Promise<void> => {
  if (!isFirst) return
  await loaded()
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  await (page && page.loadEventStart < fastMs ? wait(fastRestMs).then(idle) : quiet())
}

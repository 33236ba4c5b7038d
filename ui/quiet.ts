/** So long after the page has come, its first screen is read and drawn, on a slow phone too. */
const restMs = 2500
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

let rest: Promise<unknown> | undefined
/** When the first screen stands and nothing is in its way any more: what nobody waits for starts then. Later in the app it starts when the browser is idle. */
export const quiet = async (): Promise<void> => {
  rest ??= loaded().then(() => wait(restMs))
  await rest
  await idle()
}

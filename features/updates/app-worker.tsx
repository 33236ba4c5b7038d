/** Built from web/app-worker.js, beside the page. */
const address = '/app-worker.js'

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}
/** The page's policy lets code name this one script (server/http-headers.ts), and it is always this one. */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  ?.createPolicy('app-worker', { createScriptURL: () => address })
  .createScriptURL('')

/** The registration; undefined where the browser has no such workers, or the page came over a line that allows none. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration('/').catch(() => undefined)

/**
 * Starts what keeps the app on the device, and hands it the parts this page has fetched before.
 * @param onLoaded a newer app is loaded and waits for a restart
 */
export async function keepApp(onLoaded: () => void): Promise<void> {
  const workers = navigator.serviceWorker
  const own = await workers?.register(trusted ?? address, { updateViaCache: 'none' })
  if (!own) return
  const tell = () => own.waiting && own.active && onLoaded()
  tell()
  own.addEventListener('updatefound', () => own.installing?.addEventListener('statechange', tell))
  const { active } = await workers.ready
  const parts = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  active?.postMessage({
    keep: parts.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
  })
}

/** Looks whether there is a newer app, and loads it. @returns whether this browser keeps the app at all. @throws when it did not come whole */
export async function loadApp(timeoutMs: number): Promise<boolean> {
  const own = await registration()
  if (!own) return false
  await own.update()
  const coming = own.installing
  if (coming) await settled(coming, timeoutMs)
  return true
}

/** Waits until a worker is loaded. @throws when it cannot be, or does not come in time */
const settled = (worker: ServiceWorker, timeoutMs: number): Promise<void> =>
  new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('the new app did not come in time')), timeoutMs)
    const look = () => {
      if (worker.state === 'installing') return
      clearTimeout(timer)
      if (worker.state === 'redundant') failed(new Error('the new app did not come whole'))
      else done()
    }
    worker.addEventListener('statechange', look)
    look()
  })

/** A worker that waits takes over within this time, or is left to the next start. */
const takeOverMs = 3000

/** Lets a newer app that is loaded take over, then begins anew. */
export async function restartApp(): Promise<void> {
  const waiting = (await registration())?.waiting
  if (waiting) {
    const taken = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
    waiting.postMessage('take over')
    await Promise.race([taken, new Promise((done) => setTimeout(done, takeOverMs))])
  }
  location.reload()
}

/** How long a newer app may take to come where the page that runs is missing a part. */
export const newestMs = 20_000
/** Looks for a newer app and begins anew with it; without one, begins anew all the same. */
export async function takeNewest(): Promise<void> {
  await loadApp(newestMs).catch(() => undefined)
  await restartApp()
}

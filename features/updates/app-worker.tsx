const address = '/app-worker.js'

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string }
}
/** The only script URL that the page's Trusted Types policy allows (server/http/http-headers.ts). */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  ?.createPolicy('app-worker', { createScriptURL: () => address })
  .createScriptURL('')

/** Undefined without service worker support or secure context. */
const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker?.getRegistration('/').catch(() => undefined)

/** Registers the service worker and caches the files already fetched. @param onLoaded a new version waits for a restart */
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

/** @returns whether this browser has the service worker. @throws if the download fails */
export async function loadApp(timeoutMs: number): Promise<boolean> {
  const own = await registration()
  if (!own) return false
  await own.update()
  const coming = own.installing
  if (coming) await settled(coming, timeoutMs)
  return true
}

/** @throws if it fails or times out */
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

/** After this time the page reloads, and the waiting worker takes over at the next start. */
const takeOverMs = 3000

export async function restartApp(): Promise<void> {
  const waiting = (await registration())?.waiting
  if (waiting) {
    const taken = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done))
    waiting.postMessage('take over')
    await Promise.race([taken, new Promise((done) => setTimeout(done, takeOverMs))])
  }
  location.reload()
}

/** Time limit for an update when the running page lacks a chunk. */
export const newestMs = 20_000
/** Reloads even without a new version. */
export async function takeNewest(): Promise<void> {
  await loadApp(newestMs).catch(() => undefined)
  await restartApp()
}

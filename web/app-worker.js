// Service worker that caches this build: page and first scripts immediately, other files after first use. Ignores API calls and never
// caches them. scripts/build/app-worker.ts fills APP with digests of page and scripts, first files and the texts folder.
const policyOf = (answer) => answer.headers.get('content-security-policy') ?? ''

/** Detects a cached page of a different build whose scripts its CSP blocks. Such a page is blank and cannot activate this build. */
async function isBlank(name) {
  const page = await (await caches.open(name)).match('/')
  if (!page) return false
  const scripts = [...(await page.clone().text()).matchAll(/<script>([\s\S]*?)<\/script>/g)]
  for (const [, script] of scripts) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script)))
    if (!policyOf(page).includes(`'sha256-${btoa(String.fromCharCode(...digest))}'`)) return true
  }
  return false
}
async function replaceBlank() {
  const pages = (await caches.keys()).filter((name) => name.startsWith('page '))
  if ((await Promise.all(pages.map(isBlank))).includes(true)) await skipWaiting()
}

async function showNotice({ title, tag, address, lang, dir }) {
  const screen = /^\/pages\/[\w/]+(\?\w+=\w+(&\w+=\w+)*)?$/.test(address) ? address : ''
  // The same tag replaces an existing notification.
  await registration.showNotification(title, { tag, lang, dir, icon: '/icon-192.png', data: screen })
}

async function openNotice(notification) {
  notification.close()
  const address = `/#${notification.data}`
  const [shown] = await clients.matchAll({ type: 'window' })
  const led = shown && (await shown.navigate(address).catch(() => undefined))
  await (led ? led.focus() : clients.openWindow(address))
}

addEventListener('push', (event) => event.waitUntil(showNotice(event.data.json())))
addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)))

;((app) => {
  const fileCache = 'files'
  const pageCache = `page ${app.page}`
  /** File name without the build hash. */
  const partOf = (path) => path.replace(/-[\w-]{8}(?=[./])/, '')
  const isText = (path) => path.startsWith(app.texts)
  const isOurs = (path) => isText(path) || Object.hasOwn(app.files, path)

  /** Fetches and caches a file. Rejects a script whose digest differs. */
  async function keep(path) {
    const cache = await caches.open(fileCache)
    const kept = await cache.match(path)
    if (kept) return kept
    const answer = await fetch(path, { integrity: app.files[path] })
    if (answer.ok) await cache.put(path, answer.clone())
    return answer
  }

  /** Whether the page's CSP allows this build's scripts. */
  const runs = (answer) => app.scripts.every((hash) => policyOf(answer).includes(hash))

  /** Fetches and caches the page only if it belongs to this build and its CSP allows the scripts. */
  async function keepPage(mode) {
    const answer = await fetch('/', { cache: mode, integrity: app.page })
    if (!answer.ok || !runs(answer)) throw new Error('the page did not come')
    await (await caches.open(pageCache)).put('/', answer)
  }

  /** Loads first files and all previously cached parts, so an update removes no screen. */
  async function load() {
    const before = (await (await caches.open(fileCache)).keys()).map(({ url }) => partOf(new URL(url).pathname))
    const files = Object.keys(app.files).filter((path) => before.includes(partOf(path)))
    const folder = partOf(app.texts)
    const texts = before.filter((part) => part.startsWith(folder)).map((part) => app.texts + part.slice(folder.length))
    const [, ...begun] = await Promise.all([keepPage('reload'), ...app.first.map(keep)])
    if (begun.some(({ ok }) => !ok)) throw new Error('a part of the app did not come')
    await Promise.all([...files, ...texts].map((path) => keep(path).catch(() => {})))
  }

  async function tidy() {
    const names = await caches.keys()
    await Promise.all(
      names.filter((name) => name !== fileCache && name !== pageCache).map((name) => caches.delete(name)),
    )
    const cache = await caches.open(fileCache)
    const old = (await cache.keys()).filter(({ url }) => !isOurs(new URL(url).pathname))
    await Promise.all(old.map((request) => cache.delete(request)))
  }

  async function page(event) {
    const kept = await (await caches.open(pageCache)).match('/')
    const isGood = kept && runs(kept)
    event.waitUntil(keepPage(isGood ? 'no-cache' : 'reload').catch(() => {}))
    return isGood ? kept : fetch(event.request)
  }

  addEventListener('install', (event) => event.waitUntil(load().then(replaceBlank)))
  addEventListener('activate', (event) => event.waitUntil(tidy().then(() => clients.claim())))
  addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request
    const { origin, pathname } = new URL(url)
    if (method !== 'GET' || origin !== location.origin) return
    if (mode === 'navigate' && pathname === '/') event.respondWith(page(event))
    else if (isOurs(pathname)) event.respondWith(keep(pathname))
  })
  addEventListener('message', (event) => {
    if (event.data === 'take over') skipWaiting()
    // Caches files that the page loaded before the worker was active.
    if (Array.isArray(event.data?.keep))
      event.waitUntil(Promise.all(event.data.keep.filter(isOurs).map((path) => keep(path).catch(() => {}))))
  })
})(APP)

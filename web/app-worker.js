// Keeps the app on the device: the page and its first scripts at once, every other part after its first use. It stands between the app and
// its own server for the files of this build alone; calls of the API pass it by, and no answer to one is ever kept here.
// APP is filled in by scripts/app-worker.ts: digests of the page and of every script, what is needed first, and the folder of texts.
const policyOf = (answer) => answer.headers.get('content-security-policy') ?? ''

/** Whether a page of another build is kept that its own policy stops: it stays blank, and nobody in it can let this build take over. */
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
/** Takes over at once where such a page stands. */
async function replaceBlank() {
  const pages = (await caches.keys()).filter((name) => name.startsWith('page '))
  if ((await Promise.all(pages.map(isBlank))).includes(true)) await skipWaiting()
}

/** What happened, said by the server while the app is closed: its words, and the screen of this app it leads to. */
async function showNotice({ title, tag, address, lang, dir }) {
  const screen = /^\/pages\/[\w/]+(\?\w+=\w+(&\w+=\w+)*)?$/.test(address) ? address : ''
  // One of a tag stands there: what comes twice takes its own place.
  await registration.showNotification(title, { tag, lang, dir, icon: '/icon-192.png', data: screen })
}

/** Shows that screen where the app is open, and opens the app where it is not. */
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
  /** A part by its name alone: a new build gives it another digest in its name, and it is the same screen. */
  const partOf = (path) => path.replace(/-[\w-]{8}(?=[./])/, '')
  const isText = (path) => path.startsWith(app.texts)
  const isOurs = (path) => isText(path) || Object.hasOwn(app.files, path)

  /** Fetches a file of this build and keeps it. Other bytes under the address of a script are refused. */
  async function keep(path) {
    const cache = await caches.open(fileCache)
    const kept = await cache.match(path)
    if (kept) return kept
    const answer = await fetch(path, { integrity: app.files[path] })
    if (answer.ok) await cache.put(path, answer.clone())
    return answer
  }

  /** Whether the policy that came with the page of this build lets it run. */
  const runs = (answer) => app.scripts.every((hash) => policyOf(answer).includes(hash))

  /**
   * Fetches the page anew: it is the page of this build, under a policy that lets it run, or it is not kept. What the policy names beside
   * that may have changed.
   */
  async function keepPage(mode) {
    const answer = await fetch('/', { cache: mode, integrity: app.page })
    if (!answer.ok || !runs(answer)) throw new Error('the page did not come')
    await (await caches.open(pageCache)).put('/', answer)
  }

  /** What this build begins with, and every part of it that was kept of the one before: an update takes no screen away. */
  async function load() {
    const before = (await (await caches.open(fileCache)).keys()).map(({ url }) => partOf(new URL(url).pathname))
    const files = Object.keys(app.files).filter((path) => before.includes(partOf(path)))
    const folder = partOf(app.texts)
    const texts = before.filter((part) => part.startsWith(folder)).map((part) => app.texts + part.slice(folder.length))
    const [, ...begun] = await Promise.all([keepPage('reload'), ...app.first.map(keep)])
    if (begun.some(({ ok }) => !ok)) throw new Error('a part of the app did not come')
    await Promise.all([...files, ...texts].map((path) => keep(path).catch(() => {})))
  }

  /** Forgets what was of other builds. */
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
    // Somebody chose to restart.
    if (event.data === 'take over') skipWaiting()
    // What the page had fetched before this stood between.
    if (Array.isArray(event.data?.keep))
      event.waitUntil(Promise.all(event.data.keep.filter(isOurs).map((path) => keep(path).catch(() => {}))))
  })
})(APP)

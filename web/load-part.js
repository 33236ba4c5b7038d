// Replaces Vite's preload helper. Chromium never asks again for a module whose file failed once, so a file is fetched before it is imported: an
// attempt without a network then spoils nothing.
const loaded = new Set([...document.querySelectorAll('link[href], script[src]')].map(({ href, src }) => href ?? src))
const coming = new Map()

async function fetchFile(url) {
  const answer = await fetch(url)
  if (!answer.ok) throw new TypeError(`${url} answered ${answer.status}`)
  await answer.arrayBuffer()
}

function addStyle(url) {
  return new Promise((done, failed) => {
    const link = document.createElement('link')
    link.onload = done
    link.onerror = () => {
      link.remove()
      failed(new TypeError(`${url} did not come`))
    }
    link.rel = 'stylesheet'
    link.href = url
    document.head.append(link)
  })
}

function fetchOnce({ href, pathname }) {
  if (loaded.has(href)) return undefined
  if (!coming.has(href)) {
    const file = pathname.endsWith('.css') ? addStyle(href) : fetchFile(href)
    coming.set(href, file)
    file.catch(() => coming.delete(href))
  }
  return coming.get(href)
}

// A part without others names its file only in the import itself.
const ownFile = (load) => /\bimport\(\s*[`'"]([^`'"]+)/.exec(`${load}`)?.[1]

export async function __vitePreload(load, files = []) {
  try {
    const own = ownFile(load)
    const urls = files.map((file) => new URL(`/${file}`, location.href))
    if (urls.length === 0 && own) urls.push(new URL(own, import.meta.url))
    await Promise.all(urls.map(fetchOnce))
    return await load()
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  }
}

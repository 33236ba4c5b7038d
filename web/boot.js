// Runs before the first paint, in a file of its own because the page's security policy allows no script inside it: puts language,
// direction and theme on <html>, the shell of that language into the page, and fetches what will be needed first. The same rule of
// language as ui/boot.ts, which takes over once the app has loaded. BOOT is filled in by scripts/boot-script.ts.
;((boot) => {
  let kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('boot') ?? '{}')
  } catch {
    // Damaged: the defaults serve.
  }
  const root = document.documentElement
  const find = (tag) => boot.languages.find((row) => row[0] === tag)
  const asks = (wanted) =>
    boot.askedFor.find((row) => `${wanted}-`.toLowerCase().startsWith(`${row[0]}-`.toLowerCase()))
  const match = navigator.languages.map(asks).find(Boolean)
  const [tag, direction] = find(kept.language) ?? (match && find(match[1])) ?? ['en', 'ltr']
  const dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.lang = tag
  root.dir = direction
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.gain = kept.gain === 'red' ? 'red' : 'green'

  // By what a browser installs the app, in its reader's language, and the picture it gets on iOS.
  for (const [rel, href] of [
    ['manifest', `/app-${tag}.webmanifest`],
    ['apple-touch-icon', '/icon-apple.png'],
  ])
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))

  const path = location.hash.slice(1).split('?')[0] || '/'
  const signedIn = localStorage.getItem('xwdjq_token') !== null
  const start = path === '/' || path === '/pages/start/index'
  const kind = signedIn && (start || boot.tabs.includes(path)) ? 'app' : start ? 'start' : ''
  for (const name of [...(boot.first.all ?? []), ...(boot.first[kind || path] ?? [])]) {
    const link = document.createElement('link')
    const isText = name.endsWith('.json')
    // Texts are named without their language.
    const href = name.replace('*', tag)
    link.rel = isText ? 'preload' : 'modulepreload'
    if (isText) {
      link.as = 'fetch'
      link.crossOrigin = 'anonymous'
    }
    link.href = href
    document.head.append(link)
  }
  // A script that cannot be fetched: the shell says so.
  const failed = (event) => {
    if (event.target instanceof HTMLScriptElement) root.dataset.failed = ''
  }
  addEventListener('error', failed, true)
  // As soon as the page has been read, which is before the app's own scripts run.
  document.addEventListener(
    'readystatechange',
    () => {
      const shell = document.querySelector(`template[data-shell="${kind}"]`)
      const place = document.getElementById('root')
      if (!shell || !place || place.firstChild) return
      const drawn = shell.content.cloneNode(true)
      const texts = JSON.parse(document.getElementById('shell-texts').textContent)[tag][kind]
      // In the order in which the build took them out (scripts/shells.ts): an element's names, then what it says.
      const nodes = document.createTreeWalker(drawn, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
      let next = 0
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
          if (node.data === '#') node.data = texts[next++]
        } else
          for (const name of node.getAttributeNames())
            if (node.getAttribute(name) === '#') node.setAttribute(name, texts[next++])
      }
      place.append(drawn)
    },
    { once: true },
  )
})(BOOT)

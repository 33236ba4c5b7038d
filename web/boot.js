// Runs before the first paint, inside the page, whose security policy names its digest: puts language, direction and theme on <html> and the
// shell of that language into the page, and once that is painted lets the app come. The same rule of language as ui/boot.ts, which takes over
// once the app has loaded. BOOT is filled in by scripts/boot-script.ts.
{
  const boot = BOOT
  let kept = {}
  try {
    kept = Object(JSON.parse(localStorage.getItem('boot') ?? '{}'))
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
  // A stranger's screen, on a phone: who knows wallets here signs in to one of them, and a wide window has more beside it.
  const isStranger = !localStorage.getItem('login_His') && !matchMedia('(min-width: 900px)').matches
  const kind =
    signedIn && (start || boot.tabs.includes(path))
      ? 'app'
      : start
        ? 'start'
        : isStranger && Object.hasOwn(boot.shells, path)
          ? boot.shells[path]
          : ''

  // The address is anybody's word: what is no name here, as `constructor`, names nothing.
  const filesOf = (name) => (Object.hasOwn(boot.first, name) ? boot.first[name] : [])
  const first = [...filesOf('all'), ...filesOf(kind), ...filesOf(kind === 'app' && start ? boot.tabs[0] : path)]
  // What was begun here is taken up by ui/text-files.ts.
  globalThis.begun = {}
  /** Fetches what a screen says. Its files are named without their language. */
  const fetchTexts = () => {
    for (const name of first.filter((each) => each.endsWith('.json'))) {
      const href = name.replace('*', tag)
      globalThis.begun[href] ??= fetch(href).then((answer) => (answer.ok ? answer.json() : undefined))
    }
    return Promise.all(Object.values(globalThis.begun)).catch(() => [])
  }
  let hasBegun = false
  /** The app itself: its style and its scripts, which wait in the page. */
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    const app = document.getElementById('app')
    if (app) document.head.append(app.content)
    void fetchTexts()
    for (const href of first.filter((each) => each.endsWith('.js')))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  // A script or the style that cannot be fetched: the page says so.
  const failed = ({ target }) => {
    if (target instanceof HTMLScriptElement || target?.rel === 'stylesheet') root.dataset.failed = ''
  }
  addEventListener('error', failed, true)
  /** Where no shell stands, as in a wide window, what shells say of it stands alone, with its two texts: the words, and the button. */
  const sayFailed = () => {
    const place = document.getElementById('root')
    if (!place.firstChild) {
      const note = document.querySelector('template[data-shell=start]').content.querySelector('.boot-failed')
      place.append(
        filled(
          note.cloneNode(true),
          JSON.parse(document.getElementById('shell-texts').textContent)[tag].start.slice(-2),
        ),
      )
    }
    const button = place.querySelector('.boot-failed button')
    if (button) button.onclick = () => location.reload()
  }
  new MutationObserver(sayFailed).observe(root, { attributeFilter: ['data-failed'] })
  /** The shell is painted first: what is fetched for the app comes after it. A browser that says nothing of its painting waits no longer. */
  const beginPainted = () => {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
    setTimeout(begin, 400)
  }
  // As soon as the page has been read, which is before the app's own scripts run.
  document.addEventListener(
    'readystatechange',
    () => {
      const shell = document.querySelector(`template[data-shell="${kind}"]`)
      const place = document.getElementById('root')
      if (!shell || !place || document.visibilityState !== 'visible') return begin()
      const said = JSON.parse(document.getElementById('shell-texts').textContent)
      const draw = (texts) => {
        if (place.firstChild) return
        place.append(filled(shell.content.cloneNode(true), texts))
        // The shell has the usual bar: where another one comes, its place stays free.
        const bar = (kept.barChoice !== false && kept.bar) || kept.houseBar || 'usual'
        const tabs = place.querySelector('.tabs')
        if (tabs && bar !== 'usual') tabs.style.visibility = 'hidden'
        beginPainted()
      }
      const texts = said[tag][kind]
      if (texts) return draw(texts)
      // Words that are too many for the page in every language: it knows them by name, and they are of the texts the screen needs anyway.
      setTimeout(begin, 1500)
      void fetchTexts().then((files) => {
        const all = Object.assign({}, ...files)
        const words = said.named[kind].map((id) => [all[id]].flat()[0])
        if (words.every((word) => typeof word === 'string')) draw(words)
        else begin()
      })
    },
    { once: true },
  )
  // The app may take the shell's place between the moment a finger comes down and the moment it goes: the link it meant is followed all the same.
  let pressed
  addEventListener('pointerdown', ({ target }) => {
    pressed = target.closest('#root:has(.boot-failed) a')
  })
  addEventListener('pointercancel', () => {
    pressed = undefined
  })
  addEventListener('pointerup', () => {
    if (pressed && !pressed.isConnected) location.hash = pressed.hash
    pressed = undefined
  })
  /** Says the words of a shell, in the order in which the build took them out (scripts/shells.ts): an element's names, then what it says. */
  const filled = (drawn, texts) => {
    const nodes = document.createTreeWalker(drawn, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    let next = 0
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        if (node.data === '#') node.data = texts[next++]
      } else
        for (const name of node.getAttributeNames())
          if (node.getAttribute(name) === '#') node.setAttribute(name, texts[next++])
    }
    return drawn
  }
}

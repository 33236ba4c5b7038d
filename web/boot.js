// Inline script, allowed by its CSP digest, that runs before the first paint. Sets language, direction, theme and shell, then starts the
// app after paint. Chooses the language like ui/shell/boot.ts. scripts/build/boot-script.ts fills BOOT.
{
  const boot = BOOT
  let kept = {}
  try {
    kept = Object(JSON.parse(localStorage.getItem('boot') ?? '{}'))
  } catch {
    // Data is damaged; use the defaults.
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

  for (const [rel, href] of [
    ['manifest', `/app-${tag}.webmanifest`],
    ['apple-touch-icon', '/icon-apple.png'],
  ])
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))

  // With the name of the first parameter only.
  const asked = location.hash.slice(1).replace(/=.*/, '')
  const path = asked.split('?')[0] || '/'
  const signedIn = localStorage.getItem('xwdjq_token') !== null
  const start = path === '/' || path === '/pages/start/index'
  // True on phones without known wallets. Others see a wallet list or, in wide windows, more content.
  const isStranger = !localStorage.getItem('login_His') && !matchMedia('(min-width: 900px)').matches
  const kind =
    signedIn && (start || boot.tabs.includes(path))
      ? 'app'
      : start
        ? 'start'
        : isStranger && Object.hasOwn(boot.shells, path)
          ? boot.shells[path]
          : ''

  // The address is untrusted; `constructor`, for example, must match nothing.
  const filesOf = (name) => (Object.hasOwn(boot.first, name) ? boot.first[name] : [])
  const first = [
    ...filesOf('all'),
    ...filesOf(signedIn ? 'own' : ''),
    ...filesOf(kind),
    ...filesOf(kind === 'app' && start ? boot.tabs[0] : path),
    ...filesOf(asked),
  ]
  globalThis.begun = {}
  const fetchTexts = () => {
    for (const name of first.filter((each) => each.endsWith('.json'))) {
      const href = name.replace('*', tag)
      globalThis.begun[href] ??= fetch(href).then((answer) => (answer.ok ? answer.json() : undefined))
    }
    return Promise.all(Object.values(globalThis.begun)).catch(() => [])
  }
  const preload = () => {
    const add = (href, integrity = '') =>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity }))
    for (const { src, integrity } of document.getElementById('app')?.content.querySelectorAll('script') ?? [])
      add(src, integrity)
    void fetchTexts()
    for (const href of first.filter((each) => each.endsWith('.js'))) add(href)
  }
  let hasBegun = false
  const begin = () => {
    if (hasBegun) return
    hasBegun = true
    const app = document.getElementById('app')
    if (app) document.head.append(app.content)
  }
  const failed = ({ target }) => {
    if (target instanceof HTMLScriptElement || target?.rel === 'stylesheet') root.dataset.failed = ''
  }
  addEventListener('error', failed, true)
  /** Without a shell, as in a wide window, shows only the load error and its button. */
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
  /** Starts after the shell is painted, or after a timeout if the browser reports no paint events. */
  const beginPainted = () => {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
    setTimeout(begin, 400)
  }
  document.addEventListener(
    'readystatechange',
    () => {
      preload()
      const shell = document.querySelector(`template[data-shell="${kind}"]`)
      const place = document.getElementById('root')
      if (!shell || !place || document.visibilityState !== 'visible') return begin()
      const said = JSON.parse(document.getElementById('shell-texts').textContent)
      const draw = (texts) => {
        if (place.firstChild) return
        place.append(filled(shell.content.cloneNode(true), texts))
        const bar = (kept.barChoice !== false && kept.bar) || kept.houseBar || 'usual'
        const tabs = place.querySelector('.tabs')
        if (tabs && bar !== 'usual') tabs.style.visibility = 'hidden'
        beginPainted()
      }
      const texts = said[tag][kind]
      if (texts) return draw(texts)
      // Shell texts in all languages would enlarge the page, so they load with the screen's texts.
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
  // The app may replace the shell during a tap. Follow the pressed link anyway.
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
  /** Fills shell texts in the order of scripts/build/shells.ts: attributes, then content. */
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

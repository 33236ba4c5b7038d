// Runs before the first paint, in a file of its own because the page's security policy allows no script inside it: puts language,
// direction and theme on <html>. The same rule as ui/boot.ts, which takes over once the app has loaded. LANGUAGES is filled in from
// locales/registry.ts by scripts/boot-script.ts.
;((known) => {
  let kept = {}
  try {
    kept = JSON.parse(localStorage.getItem('boot') ?? '{}')
  } catch {
    // Damaged: the defaults serve.
  }
  const root = document.documentElement
  const find = (tag) => known.find((row) => row[0] === tag)
  const wanted = navigator.languages.map((tag) => (/^zh/i.test(tag) ? 'zh-Hans' : tag))
  const match = wanted.map((tag) => find(tag) ?? find(tag.split('-')[0])).find(Boolean)
  const [tag, direction] = find(kept.language) ?? match ?? ['en', 'ltr']
  const dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.lang = tag
  root.dir = direction
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.gain = kept.gain === 'red' ? 'red' : 'green'
})(LANGUAGES)

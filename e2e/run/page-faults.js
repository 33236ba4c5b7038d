/** One line per finding. look.ts injects this script. `ids` are all text ids, to find ids shown instead of texts. */
window.pageFaults = (ids) => {
  const known = new Set(ids)
  const root = document.documentElement
  const width = root.clientWidth
  const faults = new Set()
  const short = (text) => text.trim().replace(/\s+/g, ' ').slice(0, 60)

  const isDrawn = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only, [inert]')
  /** Scrollable content can show all of its text. */
  const scrolls = (element) => {
    for (let each = element; each && each !== root; each = each.parentElement)
      if (/auto|scroll/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth) return true
    return false
  }
  /** Text shortened on purpose, such as user-defined names. */
  const isShortened = (element) =>
    Boolean(element.closest('.truncate')) ||
    [element, element.parentElement].some((each) => getComputedStyle(each).webkitLineClamp !== 'none')
  const beyond = (inner, outer) =>
    inner.left < outer.left - 1.5 ||
    inner.right > outer.right + 1.5 ||
    inner.bottom > outer.bottom + 3 ||
    inner.top < outer.top - 3

  /** The innermost overflowing element. */
  const widest = () => {
    const outside = [...document.body.querySelectorAll('*')].filter(
      (each) =>
        // Text may scroll in an input field.
        !/^(?:INPUT|TEXTAREA)$/.test(each.tagName) &&
        each.scrollWidth > each.clientWidth + 1 &&
        each.clientWidth > 40 &&
        isDrawn(each) &&
        !scrolls(each),
    )
    const element = outside.find((each) => !outside.some((other) => other !== each && each.contains(other)))
    return `<${element?.tagName.toLowerCase()} class="${element?.getAttribute('class')}"> ${short(element?.textContent ?? '')}`
  }

  if (root.scrollWidth > width) faults.add(`is ${root.scrollWidth} wide in a window of ${width}: ${widest()}`)
  const said = [document.title]
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.data
    const parent = node.parentElement
    if (!text.trim() || !parent || /^(SCRIPT|STYLE)$/.test(parent.tagName)) continue
    said.push(text)
    if (!isDrawn(parent) || isShortened(parent)) continue
    range.selectNodeContents(node)
    const place = range.getBoundingClientRect()
    if (place.width < 2) continue
    if ((place.left < -1.5 || place.right > width + 1.5) && !scrolls(parent))
      faults.add(`leaves the window: ${short(text)}`)
    const control = parent.closest('button, a, [role=tab], label, summary, th, td, option')
    const box = control?.getBoundingClientRect()
    if (
      control &&
      getComputedStyle(control).display !== 'inline' &&
      box.width > 2 &&
      beyond(place, box) &&
      !scrolls(parent)
    )
      faults.add(`leaves its ${control.tagName.toLowerCase()}: ${short(text)}`)
    for (
      let each = parent;
      each && each !== control?.parentElement && each !== document.body;
      each = each.parentElement
    ) {
      if (getComputedStyle(each).overflowX !== 'hidden' && getComputedStyle(each).overflowX !== 'clip') continue
      const { left, right } = each.getBoundingClientRect()
      if (place.left < left - 1.5 || place.right > right + 1.5) faults.add(`is cut: ${short(text)}`)
      break
    }
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description]'))
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
      said.push(element.getAttribute(name) ?? '')
  for (const word of said.join('\n').match(/[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+/g) ?? [])
    if (known.has(word) || /^(?:error|field|record|title)\./.test(word)) faults.add(`says ${word}`)
  return [...faults]
}

/** No placeholder, and nothing from the previous screen. */
window.isWhole = () =>
  document.querySelector('main') && !document.querySelector('[aria-busy=true], .skeleton, .late, [data-before]')

window.wholeScreen = async () => {
  const end = performance.now() + 30_000
  while (!window.isWhole()) {
    if (performance.now() > end) throw new Error(`${location.hash} is not whole after 30 s`)
    await new Promise((later) => setTimeout(later, 20))
  }
  await document.fonts.ready
}

window.openScreen = async (path) => {
  if (location.hash !== `#${path}`) {
    document.querySelector('main')?.setAttribute('data-before', '')
    location.hash = `#${path}`
  }
  await window.wholeScreen()
}

/** A browser that lays its keyboard over the page, and does not make the page smaller: what stands at the bottom is moved above it (theme.css). */
export function followKeyboard(): void {
  // The field in hand stays in sight when the window gets smaller: a browser scrolls to it before the window has its new size, or not at all.
  addEventListener('resize', () => {
    const field = document.activeElement
    if (field?.matches('input, textarea')) field.scrollIntoView({ block: 'nearest' })
  })
  const view = globalThis.visualViewport
  if (!view) return
  const follow = () => {
    const covered = Math.round(innerHeight - view.height - view.offsetTop)
    // Bars of the browser that come and go are no keyboard, and neither is a page that was made larger by hand.
    const isKeyboard = covered > 120 && view.scale === 1
    document.documentElement.style.setProperty('--keyboard', isKeyboard ? `${covered}px` : '0px')
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
}

export function followKeyboard(): void {
  // Scrolls the focused field into view, because browsers scroll too early or not at all.
  addEventListener('resize', () => {
    const field = document.activeElement
    if (field?.matches('input, textarea')) field.scrollIntoView({ block: 'nearest' })
  })
  const view = globalThis.visualViewport
  if (!view) return
  const follow = () => {
    const covered = Math.round(innerHeight - view.height - view.offsetTop)
    // Ignores browser bars and pinch zoom.
    const isKeyboard = covered > 120 && view.scale === 1
    document.documentElement.style.setProperty('--keyboard', isKeyboard ? `${covered}px` : '0px')
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
}

export function followKeyboard(): void {
  // Browsers scroll too early or never.
  const keepInView = () => {
    const field = document.activeElement
    if (!field?.matches('input, textarea')) return
    const amount = document.querySelector('.pad') && field.closest('[data-amount]')?.parentElement
    if (amount) amount.scrollIntoView()
    else field.scrollIntoView({ block: 'nearest' })
  }
  addEventListener('resize', keepInView)
  // Content may load late.
  const content = new ResizeObserver(keepInView)
  const watch = (field: EventTarget | null) => {
    content.disconnect()
    const around = field instanceof Element ? field.closest('main, dialog') : null
    if (around) content.observe(around)
  }
  addEventListener('focusin', ({ target }) => watch(target))
  watch(document.activeElement)
  const view = globalThis.visualViewport
  if (!view) return
  const follow = () => {
    const covered = Math.round(innerHeight - view.height - view.offsetTop)
    // Not browser bars or pinch zoom.
    const isKeyboard = covered > 120 && view.scale === 1
    document.documentElement.style.setProperty('--keyboard', isKeyboard ? `${covered}px` : '0px')
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
}

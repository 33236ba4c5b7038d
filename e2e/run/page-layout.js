/**
 * Computed styles of the gallery as text, one line per variant. Excludes font-dependent sizes, so unlike a screenshot it is the same on
 * every machine.
 */
globalThis.partLooks = () => {
  const nothing = new Set(['', 'none', 'normal', 'auto', '0px', '0', '1', 'rgba(0, 0, 0, 0)', 'visible', 'static'])
  const own = [
    'background-color',
    'background-image',
    'border-radius',
    'padding',
    'gap',
    'min-height',
    'box-shadow',
    'outline',
    'opacity',
    'position',
    'text-transform',
    'text-decoration-line',
  ]
  const inherited = ['color', 'font-size', 'font-weight', 'line-height', 'letter-spacing', 'text-align', 'cursor']
  // Uses the declared values, because the computed `auto` depends on text width.
  const margins = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left']
  const sides = ['top', 'right', 'bottom', 'left']
  const drawn = (style, side) =>
    `${style[`border-${side}-width`]} ${style[`border-${side}-style`]} ${style[`border-${side}-color`]}`

  const isNoShadow = (value) => /^(?:rgba\(0, 0, 0, 0\) 0px 0px 0px 0px(?:, )?)+$/.test(value)

  function lookOf(element) {
    const style = getComputedStyle(element)
    const above = getComputedStyle(element.parentElement)
    // Animated elements change position.
    const moves = element.getAnimations().length > 0
    const words = own
      .filter((name) => !nothing.has(style.getPropertyValue(name)) && !(moves && name === 'opacity'))
      .filter((name) => name !== 'outline' || style.outlineStyle !== 'none')
      .filter((name) => !isNoShadow(style.getPropertyValue(name)))
      .map((name) => `${name} ${style.getPropertyValue(name)}`)
    const written = margins.map((name) => element.computedStyleMap().get(name).toString())
    if (written.some((value) => value !== '0px')) words.push(`margin ${written.join(' ')}`)
    const borders = sides.map((side) => drawn(style, side))
    if (sides.some((side) => style[`border-${side}-width`] !== '0px'))
      words.push(`border ${[...new Set(borders)].length === 1 ? borders[0] : borders.join(', ')}`)
    for (const name of inherited)
      if (style.getPropertyValue(name) !== above.getPropertyValue(name))
        words.push(`${name} ${style.getPropertyValue(name)}`)
    return words.length === 0 ? undefined : `${element.localName}: ${words.join('; ')}`
  }

  for (const animation of document.getAnimations())
    if (Number.isFinite(animation.effect.getComputedTiming().endTime)) animation.finish()
  return [...document.querySelectorAll('main > section')]
    .map((section) => {
      const elements = [...section.querySelectorAll('*')].filter((each) => !each.parentElement.closest('svg'))
      const lines = new Set(elements.map(lookOf).filter((line) => line !== undefined))
      return [section.querySelector('h2').textContent, ...[...lines].map((line) => `  ${line}`)].join('\n')
    })
    .join('\n')
}

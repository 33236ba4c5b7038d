import { currentBoot } from '#ui/shell/boot.ts'
import { back, go } from '#ui/shell/navigation.ts'
import { homePath } from '../routes.ts'
import { barOf, tabPaths } from '../tabs.ts'

const isTyping = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement && at.closest('input, textarea, select, [contenteditable], dialog') !== null

/**
 * Keys of a wide window: `/` goes to the search or the first field of the screen, Escape one step back, and Alt with 1 to 5 to the places of
 * the menu. None does anything while one types, or while a sheet is open.
 * @returns stops listening
 */
export function listenForKeys(): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return
    const place = event.altKey ? tabPaths(barOf(currentBoot()))[Number(event.code.replace('Digit', '')) - 1] : undefined
    if (place) go(place)
    else if (event.altKey) return
    else if (event.key === 'Escape' && location.hash !== `#${homePath}`) back(homePath)
    else if (event.key === '/') {
      const fields = 'input[type="search"], input:not([type="radio"]):not([type="checkbox"])'
      const field =
        document.querySelector<HTMLElement>(`main :is(${fields})`) ?? document.querySelector<HTMLElement>(fields)
      if (!field) return
      field.focus()
    } else return
    event.preventDefault()
  }
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

import type { Locator } from 'playwright-core'
import { isTrueIn } from './browser.ts'
import type { Person } from './person.ts'

/** Tab is pressed so often at most before something counts as out of reach. */
const mostSteps = 60

/** Something on the page has the focus: it was not lost with what was on the screen before. */
const isSomewhere = 'document.activeElement !== null && document.activeElement !== document.body'
/** A target stands before what has the focus. */
const isBefore = new Function(
  'target',
  'return (document.activeElement.compareDocumentPosition(target) & 2) !== 0',
) as (target: unknown) => boolean

/** A person without a pointer, who uses Tab, Enter, Space and typing. */
export type Keys = {
  /** Presses Tab until a target has the focus, with Shift where it stands before. */
  reach(target: Locator): Promise<void>
  /** Reaches a button or a link by its words and presses Enter. */
  press(words: string | RegExp): Promise<void>
  /** Reaches a field by its label and types. */
  type(label: string | RegExp, text: string): Promise<void>
  /** Reaches a box and ticks it with Space. */
  tick(words: string | RegExp): Promise<void>
  /** Reaches a few to choose from, which are one stop of Tab, and goes to one of them with the arrows. */
  choose(words: string | RegExp): Promise<void>
}

export function keysOf({ page }: Person): Keys {
  const first = (target: Locator): Locator => target.filter({ visible: true }).first()
  const hasFocus = async (target: Locator): Promise<boolean> => (await target.and(page.locator(':focus')).count()) > 0
  const input = (label: string | RegExp, exact: boolean): Locator =>
    page.getByLabel(label, { exact }).and(page.locator('input, textarea, select'))
  // A page that was just opened has no focus yet: the first Tab goes to its beginning.
  let begun = false
  const reach: Keys['reach'] = async (target) => {
    await target.waitFor()
    if (begun)
      await isTrueIn(page, isSomewhere).catch(() => {
        throw new Error(`the focus was lost before ${target}`)
      })
    begun = true
    for (let steps = 0; steps < mostSteps; steps += 1) {
      if (await hasFocus(target)) return
      await page.keyboard.press((await target.evaluate(isBefore)) ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`Tab does not lead to ${target}`)
  }
  return {
    reach,
    press: async (words) => {
      const button = page.getByRole('button', { name: words, exact: true })
      await reach(first(button.or(page.getByRole('link', { name: words, exact: true }))))
      await page.keyboard.press('Enter')
    },
    type: async (label, text) => {
      await reach(first(input(label, true)))
      await page.keyboard.type(text)
    },
    tick: async (words) => {
      await reach(first(input(words, false)))
      await page.keyboard.press('Space')
    },
    choose: async (words) => {
      const wanted = first(input(words, false))
      await wanted.waitFor()
      const group = page.locator(`input[type=radio][name="${await wanted.getAttribute('name')}"]`)
      // The stop is the chosen one; where none is chosen yet, the first one from this side.
      for (let steps = 0; steps < mostSteps && !(await hasFocus(group)); steps += 1)
        await page.keyboard.press((await wanted.evaluate(isBefore)) ? 'Shift+Tab' : 'Tab')
      if (await hasFocus(wanted)) await page.keyboard.press('Space')
      for (let steps = 0; steps < (await group.count()) && !(await wanted.isChecked()); steps += 1)
        await page.keyboard.press('ArrowDown')
    },
  }
}

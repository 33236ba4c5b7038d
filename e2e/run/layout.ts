import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { textsOf } from '#kit/text/catalogue.server.ts'
import type { LanguageTag } from '#locales/registry.ts'
import { axe } from './browser.ts'
import type { Person } from './person.ts'

const pageScript = readFileSync(fileURLToPath(new URL('./page-faults.js', import.meta.url)), 'utf8')
const textIds = JSON.stringify([...textsOf('en').keys()])

/** `look` is for example "de 320" or "ur dark 200 %". */
export type Fault = { readonly path: string; readonly look: string; readonly fault: string }
export type Closely = { readonly theme: 'light' | 'dark'; readonly percent: 100 | 200 }

/** Small phone, usual phone, desktop. */
export const widths = [320, 390, 1280] as const

const inPage = async <Answer>(page: Page, expression: string): Promise<Answer> => {
  if (!(await page.evaluate<boolean>('"pageFaults" in window'))) await page.evaluate(pageScript)
  return page.evaluate<Answer>(expression)
}

/** Navigates without a page load, until no placeholder remains. */
export const show = ({ page }: Person, path: string): Promise<void> =>
  inPage(page, `openScreen(${JSON.stringify(path)})`)

export async function speak(person: Person, tag: LanguageTag): Promise<void> {
  await show(person, '/pages/my/language')
  await person.page.locator(`label[lang="${tag}"]`).click()
  await person.page.locator(`html[lang="${tag}"]`).waitFor({ state: 'attached' })
  await inPage(person.page, 'wholeScreen()')
}

const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))'

const enlarge = ({ page }: Person, percent: 100 | 200): Promise<void> =>
  page.evaluate(`document.documentElement.style.fontSize = '${percent === 100 ? '' : `${percent}%`}'`)

async function sized({ page }: Person, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  // Waits, because the first change to a wide window loads code.
  await inPage(page, twoFrames)
  await inPage(page, 'wholeScreen()')
}

export const faultsNow = (page: Page): Promise<string[]> => inPage(page, `pageFaults(${textIds})`)

/** Finds overflow, text ids shown instead of texts, and console errors. */
export async function checkInLanguages(
  person: Person,
  paths: readonly string[],
  tags: readonly LanguageTag[],
  within: readonly number[] = widths,
  percent: 100 | 200 = 100,
): Promise<Fault[]> {
  const found: Fault[] = []
  const size = percent === 100 ? '' : ` ${percent} %`
  let order = within
  await enlarge(person, percent)
  for (const tag of tags) {
    await speak(person, tag)
    for (const path of paths) {
      const before = person.complaints.length
      await show(person, path)
      // Alternating order, so each width change happens once.
      for (const width of order) {
        if (order.length > 1 || person.page.viewportSize()?.width !== width) await sized(person, width)
        for (const fault of await faultsNow(person.page)) found.push({ path, look: `${tag} ${width}${size}`, fault })
      }
      order = order.toReversed()
      for (const fault of person.complaints.slice(before)) found.push({ path, look: tag, fault })
    }
  }
  await enlarge(person, 100)
  await sized(person, 390)
  return found
}

export async function checkClosely(
  person: Person,
  paths: readonly string[],
  tag: LanguageTag,
  looks: readonly Closely[],
): Promise<Fault[]> {
  const { page } = person
  const found: Fault[] = []
  await speak(person, tag)
  let order = looks
  for (const path of paths) {
    const before = person.complaints.length
    await show(person, path)
    for (const { theme, percent } of order) {
      const look = `${tag} ${theme} ${percent} %`
      await page.emulateMedia({ colorScheme: theme })
      await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
      await enlarge(person, percent)
      // Color transitions end within two frames.
      await inPage(page, twoFrames)
      for (const fault of [...(await axe(page)), ...(await faultsNow(page))]) found.push({ path, look, fault })
    }
    order = order.toReversed()
    for (const fault of person.complaints.slice(before)) found.push({ path, look: tag, fault })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await enlarge(person, 100)
  return found
}

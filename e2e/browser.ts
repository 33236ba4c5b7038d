import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { until } from '#kit/test-until.ts'

const pictures = fileURLToPath(new URL('../test-results/', import.meta.url))

/** What a page said that it should not have: errors of scripts and of the console, answers of 400 and above. */
export type Complaints = readonly string[]
export type Visit = { readonly context: BrowserContext; readonly page: Page; readonly complaints: Complaints }

type Look = {
  readonly dark?: boolean
  readonly locale?: string
  /** Keeps the app on the device, as browsers do. Without, answers can be put in place of the server's files. */
  readonly keeps?: boolean
}

/** A phone of 390 × 844 with nothing stored on it yet. */
export async function visit(
  browser: Browser,
  { dark = false, locale = 'en', keeps = false }: Look = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: keeps ? 'allow' : 'block',
  })
  return visitOf(context)
}

/** A page of a browser that is open, and what it complains of. */
export async function visitOf(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    // What could not be loaded is said below, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { context, page, complaints }
}

/** The rules as a script for a page. Its own driver brings them along for each look anew, which takes longer than the look. */
const require = createRequire(import.meta.url)
const rules = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** What the accessibility rules find on the page as it stands, one line each. */
export async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(rules)
  // We have no frames.
  return page.evaluate<
    string[]
  >(`axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => id + ': ' + help + ' (' + target.join(' ') + ')')))`)
}

/** What is wrong with a page of a phone as it stands: it is wider than the window, or says the id of a text (`wallet.total`) in place of the text. */
export async function faultsOfPage(page: Page): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  const [text = ''] = await page.locator('body').allInnerTexts()
  const words = text.match(/\b[a-z_]+\.[a-z_]+(?:\.[a-z_]+)*\b/g) ?? []
  const ids = words.filter((word) => !/\.(?:mjs|py|md|org)$/.test(word))
  return [...(wide > 390 ? [`is ${wide} wide`] : []), ...ids.map((id) => `says ${id}`)]
}

/**
 * Waits until an expression is true in a page. Each look is a question of its own: the page's rules forbid it to make code of a text by itself,
 * as the driver's own waiting would from its second look on.
 */
export const isTrueIn = (page: Page, expression: string): Promise<void> =>
  until(expression, () => page.evaluate<boolean>(expression))

/** Keeps a picture of the page in test-results, to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

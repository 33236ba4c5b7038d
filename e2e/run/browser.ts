import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { until } from '#kit/test/test-until.ts'

const pictures = fileURLToPath(new URL('../../test-results/', import.meta.url))

/** Script errors, console errors, and responses of 400 and above. */
export type Complaints = readonly string[]
export type Visit = { readonly context: BrowserContext; readonly page: Page; readonly complaints: Complaints }

type Look = {
  readonly dark?: boolean
  readonly locale?: string
  /** With offline storage, as in browsers. Without it, tests can change the server's files. */
  readonly keeps?: boolean
}

/** A phone of 390 × 844 with empty storage. */
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

export async function visitOf(context: BrowserContext): Promise<Visit> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`))
  page.on('console', (message) => {
    // The handler below reports failed loads with their URL.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { context, page, complaints }
}

/** Injected once per page. The library's driver injects the rules for each check, which takes longer than the check. */
const require = createRequire(import.meta.url)
const rules = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
)

export async function axe(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(rules)
  // We have no frames.
  return page.evaluate<
    string[]
  >(`axe.run(document, { iframes: false, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => id + ': ' + help + ' (' + target.join(' ') + ')')))`)
}

/** Reports a page wider than the window or with a text id (`wallet.total`). */
export async function faultsOfPage(page: Page): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
  const [text = ''] = await page.locator('body').allInnerTexts()
  const words = text.match(/\b[a-z_]+\.[a-z_]+(?:\.[a-z_]+)*\b/g) ?? []
  const ids = words.filter((word) => !/\.(?:mjs|py|md|org)$/.test(word))
  return [...(wide > 390 ? [`is ${wide} wide`] : []), ...ids.map((id) => `says ${id}`)]
}

/** Each poll is a separate evaluation, because CSP forbids the eval of the driver's own waiting. */
export const isTrueIn = (page: Page, expression: string): Promise<void> =>
  until(expression, () => page.evaluate<boolean>(expression))

/** With PICTURES=1 only, because pictures are slow. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES === '1') await takePicture(page, name)
}

export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

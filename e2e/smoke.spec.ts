import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchBrowser, picture, visit } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

it('opens the start page without a complaint', async () => {
  const { context, page, complaints } = await visit(browser)
  await page.goto(inject('address'))
  await page.getByRole('button').or(page.getByRole('link')).first().waitFor()
  expect(await page.title()).toContain('Glasshouse')
  await picture(page, 'start')
  expect(complaints).toEqual([])
  await context.close()
})

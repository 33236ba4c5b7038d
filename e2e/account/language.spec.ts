import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

it('a chosen language is found again under the keys of the specification when the open one is gone', async () => {
  const { page, open, context, complaints } = await newPerson(browser, shared.address)
  await open('/pages/my/language')
  await page.getByText('اردو').first().click()
  await page.locator('html[lang=ur]').waitFor()
  // Both keys are written after the screen has changed.
  await page.waitForFunction(() => localStorage.getItem('lang') !== null && localStorage.getItem('sys_lang') !== null)
  await page.evaluate(() => localStorage.removeItem('boot'))
  await page.reload()
  await page.locator('html[lang=ur][dir=rtl]').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

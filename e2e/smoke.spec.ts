import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { picture, visit } from './browser.ts'
import { newPerson } from './person.ts'

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

it('says on a screen of its own name that it could not be fetched, and fetches it when the network is back', async () => {
  const person = await newPerson(browser, inject('address'))
  const { context, page } = person
  await person.open('/pages/start/index')
  const [restore, alert] = ['I have a mnemonic', page.getByRole('alert')]
  // Its own texts and pieces are there: only the next screen's are missing.
  await person.sees(restore)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await person.press(restore)
  await alert.waitFor()
  await page.getByRole('heading', { name: 'Restore identity' }).waitFor()
  await person.press('Back')
  await alert.waitFor({ state: 'detached' })
  await person.press(restore)
  await alert.waitFor()
  await context.setOffline(false)
  await person.sees('12 words, in order')
  await context.close()
})

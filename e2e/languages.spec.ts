import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { languages } from '#locales/registry.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { faultsOfPage } from './browser.ts'
import { newPerson } from './person.ts'

/** Screens anyone may see, of every area of texts that a guest meets. */
const screens = [
  '/pages/login/index',
  '/pages/login/create',
  '/pages/login/import',
  '/pages/my/language',
  '/pages/index/index',
  '/pages/invest/index',
  '/pages/invest/detail?product=1',
  '/pages/invest/detail?product=45',
  '/pages/exchange/index',
  '/pages/proof/index',
  '/pages/proof/changes',
  '/pages/proof/queue',
  '/pages/proof/status',
  '/pages/news/index',
  '/pages/my/linkChange',
  '/pages/update/index',
]

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

for (const { tag, direction } of languages)
  it(`says every screen of a guest in ${tag}, within the width of a phone`, async () => {
    const person = await newPerson(browser, inject('address'))
    const { page } = person
    await person.open('/')
    await page.evaluate((language) => localStorage.setItem('boot', JSON.stringify({ language })), tag)
    await page.reload()
    await page.locator('main').waitFor()
    expect(await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
      tag,
      direction,
    ])
    const faults: string[] = []
    for (const path of screens) {
      await person.open(path)
      await expect.poll(() => page.locator('[aria-busy=true], .skeleton').count(), { timeout: 30_000 }).toBe(0)
      faults.push(...(await faultsOfPage(page)).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect(person.complaints).toEqual([])
    await person.context.close()
  })

import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { axe, faultsOfPage, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

it('gives a year as one file, every movement with its value', async () => {
  const person = await newPerson(browser, shared.address)
  const { page } = person
  await signIn(person, { coins: { USDT: '500' } })
  await person.open('/pages/wallet/logs?view=statement')
  await person.sees(en('statement.year'))
  await page.getByText(en('statement.year')).scrollIntoViewIfNeeded()
  await picture(page, 'a year for the tax return')
  expect(await axe(page)).toEqual([])
  expect(await faultsOfPage(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), person.press(/^CSV \d{4}$/)])
  expect(file.suggestedFilename()).toMatch(/^glasshouse-\d{4}\.csv$/)
  const rows = (await readFile(await file.path(), 'utf8')).split('\r\n').map((row) => row.split(','))
  expect(rows[0]?.slice(4, 7)).toEqual(['amount', 'usdt_price', 'usdt_value'])
  expect(rows.slice(1).map((row) => row.slice(4, 7))).toContainEqual(['500', '1', '500'])
  expect(person.complaints).toEqual([])
  await person.context.close()
})

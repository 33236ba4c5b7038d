import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { confirm, newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

describe('what was typed into a form', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '300' } })
  })
  afterAll(closePages)

  const box = () => person.page.getByLabel(en('exchange.give'), { exact: true })
  const holds = (text: string) => expect.poll(() => box().inputValue()).toBe(text)

  it('stands there after a detour, the step back, a reload and in another tab, for each direction apart', async () => {
    await person.open('/pages/exchange/index?pair=1')
    await person.type(en('exchange.give'), '1234.5')
    await holds('1,234.5')
    await person.open('/pages/my/settings')
    await person.sees(en('my.version'))
    await person.page.goBack()
    await holds('1,234.5')
    await person.page.reload()
    await holds('1,234.5')
    await person.page
      .getByRole('main')
      .locator('label')
      .filter({ hasText: /^Sell / })
      .click()
    await holds('')
    await person.page.getByRole('main').locator('label').filter({ hasText: /^Buy / }).click()
    await holds('1,234.5')
    const other = await person.context.newPage()
    await other.goto(`${person.address}/#/pages/exchange/index?pair=1`)
    await expect.poll(() => other.getByLabel(en('exchange.give'), { exact: true }).inputValue()).toBe('1,234.5')
    await other.close()
  })

  it('stands there when the network is gone, and is gone once it was sent', async () => {
    await person.open('/pages/exchange/index?pair=1')
    await person.type(en('exchange.give'), '20')
    await person.context.setOffline(true)
    await person.page.getByText('You are offline.').waitFor()
    await person.open('/pages/my/settings')
    await person.page.goBack()
    await holds('20')
    await person.context.setOffline(false)
    await person.press('Exchange')
    await confirm(person)
    await person.sees(en('exchange.done'))
    await person.open('/pages/exchange/index?pair=1')
    await holds('')
    await person.page.reload()
    await holds('')
  })
})

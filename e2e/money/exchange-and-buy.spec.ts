import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { confirm, dualAnswers, newPerson, type Person, passGates } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

describe('an order whose second coin is missing', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '500' } })
  })
  afterAll(closePages)

  it('opens the exchange if the wallet cannot pay both', async () => {
    await person.open('/pages/invest/detail?product=1')
    await person.choose('7 days')
    await person.type('Amount', '498')
    await person.page.getByRole('link', { name: enPattern('buy.side_get') }).waitFor()
    expect(await person.page.getByRole('button', { name: enPattern('buy.exchange_and_buy') }).count()).toBe(0)
  })

  it('exchanges USDT for it and buys in one confirmation', async () => {
    const { page } = person
    await person.open('/pages/invest/detail?product=1')
    await person.choose('7 days')
    await person.type('Amount', '100')
    await person.choose(/^Auto-reinvest on/)
    await person.sees(enPattern('buy.side_in_one'))
    await person.choose(enPattern('product.accept'))
    const action = enPattern('buy.exchange_and_buy')
    await page.getByRole('button', { name: action }).scrollIntoViewIfNeeded()
    expect(await axe(page)).toEqual([])
    await picture(page, 'exchange and buy')
    await person.press(action)
    await passGates(person, dualAnswers)
    const sheet = page.locator('dialog[open]')
    await sheet.getByText(en('exchange.least')).waitFor()
    expect(await sheet.locator('.form-foot button:not(.box button)').first().textContent()).toMatch(action)
    await picture(page, 'exchange and buy, confirm')
    await confirm(person)
    await person.sees(en('order.state.to_be_started'))
    await person.open('/pages/exchange/index?view=list')
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
    await person.open('/pages/invest/logs?type=purchase')
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  })

  it('drew no complaint from the browser', () => {
    expect(person.complaints).toEqual([])
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

describe('a window of 1,280 px', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '500' } })
    await person.page.setViewportSize({ width: 1280, height: 800 })
  })
  afterAll(closePages)
  const widthOf = () => person.page.evaluate<number>('document.documentElement.scrollWidth')
  const menu = () => person.page.getByRole('navigation', { name: en('tab.menu') }).boundingBox()

  it('has the menu at its side on every screen', async () => {
    await person.open('/pages/index/index')
    await person.page.locator('.tabs').waitFor()
    await picture(person.page, 'wide-home')
    await expect.poll(menu).toMatchObject({ x: 0, y: 0, height: 800 })
    await person.open('/pages/wallet/conver')
    await person.page.locator('.tabs').waitFor()
    await expect.poll(menu).toMatchObject({ x: 0, height: 800 })
    expect(await axe(person.page)).toEqual([])
  })

  it('keeps a list beside what one of its rows opens, and marks the row', async () => {
    for (const [list, entry] of [
      ['/pages/wallet/index', 'title.wallet'],
      ['/pages/invest/index', 'title.invest_detail'],
      ['/pages/wallet/logs', 'title.record'],
    ] as const) {
      await person.open(list)
      await person.page.getByRole('complementary', { name: en(entry) }).waitFor()
      await picture(person.page, `wide first of ${list.replaceAll('/', ' ')}`)
      expect(await person.page.locator('main').count(), list).toBe(1)
      expect(await axe(person.page), list).toEqual([])
    }
    await person.page.locator('main a[href^="#/pages/wallet/info"]').first().click()
    const list = person.page.getByRole('complementary', { name: en('title.records') })
    const row = list.locator(`a[href="${new URL(person.page.url()).hash}"]`)
    await row.waitFor()
    await picture(person.page, 'wide-record')
    const hash = JSON.stringify(new URL(person.page.url()).hash)
    const ground = `getComputedStyle([...document.querySelectorAll('.beside a')].find((a) => a.hash === ${hash})).backgroundColor`
    expect(await person.page.evaluate(ground)).not.toBe('rgba(0, 0, 0, 0)')
    expect(await person.page.locator('main').count()).toBe(1)
    expect(await widthOf()).toBe(1280)
    expect(await axe(person.page)).toEqual([])
  })

  it('filters the list without leaving what is open', async () => {
    const before = person.page.url()
    await person.page.getByRole('complementary').getByText('WLD', { exact: true }).click()
    await person.page.getByRole('complementary').getByText(en('records.none')).waitFor()
    expect(person.page.url()).toBe(before)
  })

  it('has the chart of a pair beside the form', async () => {
    await person.open('/pages/exchange/index')
    await person.page.getByRole('complementary').getByRole('slider').first().waitFor()
    await person.page.locator('main').getByText(en('exchange.give')).first().waitFor()
    // The default is a line chart.
    const shape = person.page.getByRole('group', { name: en('pair.shape') })
    expect(await shape.getByRole('radio', { checked: true }).getAttribute('value')).toBe('line')
    await picture(person.page, 'wide-exchange')
    expect(await widthOf()).toBe(1280)
  })

  it('goes a step back by Escape, to the menu’s places by Alt and a digit, and to the first field by a slash', async () => {
    await person.open('/pages/my/security')
    await person.open('/pages/my/address')
    await person.page.keyboard.press('Alt+4')
    await person.page.waitForURL(/wallet\/index/)
    await person.page.keyboard.press('Alt+3')
    await person.page.waitForURL(/exchange\/index/)
    await person.page.locator('main').getByText(en('exchange.give')).first().waitFor()
    await person.page.keyboard.press('Escape')
    await person.page.waitForURL(/wallet\/index/)
    await person.open('/pages/wallet/conver')
    await person.page.getByLabel(en('transfer.receiver')).waitFor()
    await person.page.keyboard.press('/')
    const focused = 'document.activeElement.tagName + document.activeElement.closest("main").tagName'
    expect(await person.page.evaluate(focused)).toBe('INPUTMAIN')
  })

  it('begins at exactly 900 px, and at 899 px there is nothing of it', async () => {
    await person.page.setViewportSize({ width: 899, height: 800 })
    await person.open('/pages/wallet/logs')
    await person.page.locator('.pane-empty').waitFor({ state: 'detached' })
    expect(await person.page.locator('.tabs').count()).toBe(0)
    await person.open('/pages/wallet/index')
    await expect.poll(menu).toMatchObject({ x: 0, width: 899 })
    expect(await widthOf()).toBe(899)
    await person.page.setViewportSize({ width: 900, height: 800 })
    await expect.poll(menu).toMatchObject({ x: 0, y: 0, height: 800, width: 104 })
    await person.open('/pages/wallet/logs')
    await person.page.getByRole('complementary', { name: en('title.record') }).waitFor()
    expect(await widthOf()).toBe(900)
  })

  it('is the phone’s app again when it gets narrow', async () => {
    await person.page.setViewportSize({ width: 390, height: 844 })
    await person.open('/pages/wallet/info')
    await person.open('/pages/wallet/conver')
    await person.page.locator('aside').waitFor({ state: 'detached' })
    expect(await widthOf()).toBe(390)
  })
})

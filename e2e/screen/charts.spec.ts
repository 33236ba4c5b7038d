import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const pair = '/pages/exchange/index?view=pair&pair=1'

describe('charts', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '500' }, activate: false })
  })
  afterAll(closePages)
  const chart = () => person.page.getByRole('slider', { name: 'Price of WLD in USDT' })
  const saidOf = () => chart().getAttribute('aria-valuetext')
  const sizeOf = () => person.page.evaluate<number>('document.documentElement.scrollWidth')
  const isInView = async (name: string) => {
    const box = await person.page.getByRole('link', { name, exact: true }).boundingBox()
    const menu = await person.page.getByRole('navigation', { name: en('tab.menu') }).boundingBox()
    return box !== null && menu !== null && box.y >= 0 && box.y + box.height <= menu.y
  }

  it('have ranges from a day to all, each with its own line', async () => {
    await person.open(pair)
    await chart().waitFor()
    for (const range of ['1D', '1W', '1M', '1Y', 'All']) {
      await person.page
        .getByRole('group', { name: en('pair.range') })
        .getByText(range, { exact: true })
        .click()
      await chart().waitFor()
      expect(await saidOf(), range).toMatch(/^[\d.,]+ USDT, /)
    }
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'chart range')
  })

  it('are moved along by keys, a mouse and a finger, with the figure of that moment', async () => {
    await person.page
      .getByRole('group', { name: en('pair.range') })
      .getByText('1W', { exact: true })
      .click()
    const place = async () => Number(await chart().getAttribute('aria-valuenow'))
    const isAtEnd = async () => (await place()) === Number(await chart().getAttribute('aria-valuemax'))
    expect(await isAtEnd()).toBe(true)
    const last = await saidOf()
    await chart().focus()
    await person.page.keyboard.press('Home')
    await expect.poll(place).toBe(0)
    expect(await saidOf()).not.toBe(last)
    await person.page.keyboard.press('ArrowRight')
    await expect.poll(place).toBe(1)
    await person.page.keyboard.press('End')
    await expect.poll(isAtEnd).toBe(true)
    const box = await chart().boundingBox()
    if (!box) throw new Error('the chart is on the screen')
    const middle = box.y + box.height / 2
    await person.page.mouse.move(box.x + 1, middle)
    await expect.poll(isAtEnd).toBe(false)
    await person.page.mouse.move(box.x + box.width / 2, 5)
    await expect.poll(isAtEnd).toBe(true)
    await person.page.touchscreen.tap(box.x + box.width / 3, middle)
    await expect.poll(isAtEnd).toBe(false)
  })

  it('leave Buy and Sell in view on every phone', async () => {
    for (const [width, height] of [
      [320, 568],
      [390, 844],
    ] as const) {
      await person.page.setViewportSize({ width, height })
      await person.open('/pages/wallet/index')
      await person.open(pair)
      await chart().waitFor()
      expect([await isInView('Buy WLD'), await isInView('Sell WLD')], `${width}`).toEqual([true, true])
      expect(await sizeOf()).toBe(width)
    }
  })

  it('keep the lengths of candles one tap deeper', async () => {
    await person.page
      .getByRole('group', { name: en('pair.shape') })
      .getByText(en('pair.shape.candles'), { exact: true })
      .click()
    await person.page.locator('canvas').first().waitFor()
    await person.page
      .getByRole('group', { name: en('pair.period') })
      .getByText('4 h', { exact: true })
      .click()
    await person.page.getByText(en('portfolio.table')).click()
    await person.page.getByRole('table').waitFor()
    await picture(person.page, 'chart candles')
  })

  it('stand beside the form on a tablet and on a desktop', async () => {
    for (const [width, height] of [
      [820, 1180],
      [1440, 900],
    ] as const) {
      await person.page.setViewportSize({ width, height })
      await person.open('/pages/wallet/index')
      await person.open(pair)
      await chart().waitFor()
      await person.page.getByRole('main').getByText(en('exchange.give')).first().waitFor()
      const box = await chart().boundingBox()
      expect(box?.width, `${width}`).toBeGreaterThan(width === 820 ? 250 : 700)
      expect(await sizeOf()).toBe(width)
      expect(await person.page.locator('main').count()).toBe(1)
      expect(await axe(person.page)).toEqual([])
      await picture(person.page, `chart ${width}`)
    }
    await person.page.setViewportSize({ width: 390, height: 844 })
  })

  it('tell deposits from gains in the value of the wallet, and cover it with all other amounts', async () => {
    const { page } = person
    await person.open('/pages/wallet/index')
    const value = page.getByRole('slider', { name: 'Value', exact: true })
    await value.waitFor()
    expect(await value.getAttribute('aria-valuetext')).toMatch(/^500\.00 USDT, /)
    const moved = page
      .locator('div')
      .filter({ has: page.getByText(en('portfolio.moved'), { exact: true }) })
      .last()
    expect(await moved.textContent()).toContain('+500.00 USDT')
    await value.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => value.getAttribute('aria-valuetext')).toMatch(/^0\.00 USDT, /)
    await page.getByRole('button', { name: 'Hide amounts', exact: true }).click()
    await expect.poll(() => value.getAttribute('aria-valuetext')).not.toContain('USDT')
    await page.getByRole('button', { name: 'Hide amounts', exact: true }).click()
    await picture(page, 'value over time')
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import {
  askForOrder,
  compoundAnswers,
  confirm,
  dualAnswers,
  newPerson,
  type Person,
  passGates,
  passQuiz,
} from '../run/person.ts'

import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

const textOf = async ({ page }: Person, part: string): Promise<string> =>
  (await page.locator(part).filter({ visible: true }).allInnerTexts())
    .join(' ')
    .replaceAll('\u00ad', '')
    .replace(/[\s\u2066-\u2069]+/g, ' ')

/** The steps depend on each other. */
describe('an investor', () => {
  const dataDir = shared.dataDir
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '500', ATMC: '300' } })
  })
  afterAll(closePages)

  it('finds the best fixed offer by what 1,000 USDT bring in a month, among all ten lines', async () => {
    const { page } = person
    await person.open('/pages/index/index')
    await person.press('Investment')
    await person.sees(en('invest.month'))
    const rows = page.locator('main section li')
    expect(await rows.count()).toBe(10)
    // Without orders, the first card is at the top.
    expect((await page.getByRole('heading', { name: 'Fixed', exact: true }).boundingBox())?.y).toBeLessThan(150)
    const [fixed, variable, power] = await Promise.all(
      ['Fixed', en('invest.group.share'), en('invest.group.power')].map((name) =>
        textOf(person, `main section[aria-label="${name}"]`),
      ),
    )
    expect(fixed).toMatch(/Dual-currency mining \+3\.00 USDT 3 options · Fixed, 1-day rounds/)
    for (const line of [en('line.package'), en('line.acceleration')]) expect(fixed).toContain(line)
    for (const line of [en('line.compound'), en('line.liquidity'), en('line.fund'), en('line.machine'), 'Node'])
      expect(variable).toContain(line)
    for (const line of [en('line.dual2'), en('line.lockup')]) expect(power).toContain(line)
    expect(await axe(page)).toEqual([])
    await picture(page, 'investing cards')
    await person.press(/^Dual-currency mining/)
    await person.sees(/^Worst case: the price of USDT falls to zero\. You still get your USDT back/)
  })

  it('sees the result, and the own worst case alone, before buying, and is offered what loses nothing', async () => {
    const { page } = person
    await person.choose('7 days')
    await person.sees(
      'Worst case: you lose ATMC worth 1.00% of your USDT when you stop. If prices fall to zero, both are worth nothing.',
    )
    await person.type('Amount', '100')
    await person.choose(/^Auto-reinvest off/)
    await person.sees(/^You get back 100\.10 USDT and lose \d+\.\d+ ATMC\.$/)
    await person.sees(
      /^Worst case: you lose \d+\.\d+ ATMC when you stop\. If prices fall to zero, 100\.00 USDT \+ \d+\.\d+ ATMC/,
    )
    expect(await textOf(person, 'main')).not.toMatch(/\d ?\/ ?\d+ ?\/ ?\d/)
    const buy = page.getByRole('button', { name: /^Buy / })
    expect(await buy.textContent()).toMatch(/^Buy and lose 0\.\d\d USDT$/)
    await picture(page, 'investing a certain loss')
    await person.press('Choose 1 day instead: lose no coins')
    await person.sees('You get back 100.01 USDT and lose no coins.')
    await person.sees(/^Worst case: the price of USDT falls to zero\. You still get your 100\.00 USDT back/)
    expect(await buy.textContent()).toBe('Buy for 100.00 USDT')
    // Details are collapsed.
    const figure = page.getByText(en('product.rate'), { exact: true })
    expect(await figure.isVisible()).toBe(false)
    await page.getByText('Details', { exact: true }).click()
    await figure.waitFor()
    expect(await axe(page)).toEqual([])
  })

  it('follows a running order day by day, and asks a slider what leaving on another day brings', async () => {
    const { page } = person
    await askForOrder(person, { product: 1, amount: '100', term: '7 days', reinvest: true })
    await passGates(person, dualAnswers)
    await confirm(person)
    await person.sees(en('order.state.to_be_started'))
    await askForOrder(person, { product: 20, amount: '200' })
    await passQuiz(person, compoundAnswers)
    await confirm(person)
    await person.sees(en('order.state.to_be_started'))
    const compound = page.url().replace(/^.*#/, '')
    await ops({ dataDir }, 'clock', 'advance', '5d', '--yes')
    await ops({ dataDir }, 'settle', '--yes')
    await person.open('/pages/invest/index')
    await person.sees(/^Day [34] of 7 · Ends /)
    await person.press(/^Dual-currency mining.*Day [34] of 7/)
    const slider = page.getByRole('slider', { name: en('leaving.slider') })
    await slider.waitFor()
    // 0.10 of interest, minus the second coin worth about 1.00.
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: -0\.[89]\d USDT$/)
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await person.sees(/^You get back 100\.20\d* USDT and lose \d+\.\d+ ATMC\.$/)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/: -0\.[78]\d USDT$/)
    await page.keyboard.press('End')
    await person.sees(/^You get back 105\.\d+ USDT and lose \d+\.\d+ ATMC\.$/)
    await person.sees(en('leaving.about'))
    expect(await axe(page)).toEqual([])
    await picture(page, 'investing slider')
    await person.open(compound)
    await person.sees(en('order.take_now'))
    await person.sees(/^Day [34]$/)
    await person.sees(/^Lately about 0\.0\d USDT per day, not guaranteed$/)
    // Only one result, because the order has no end date.
    expect(await textOf(person, 'main')).toMatch(/Take out now 200\.\d+ USDT \(\+0\.\d+ USDT\)/)
    expect(await page.getByText(en('result.way.end')).count()).toBe(0)
    await slider.waitFor()
    await person.sees(/^You get back 200\.\d+ USDT and lose no coins\.$/)
    expect(await axe(page)).toEqual([])
    await picture(page, 'investing compound order')
  })

  it('drew no complaint from the browser', () => {
    expect(person.complaints).toEqual([])
  })
})

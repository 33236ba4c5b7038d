import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { testClient } from '#server/test/test-client.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { speak } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

describe('an amount, as people write it', () => {
  let browser: Browser
  let person: Person
  let receiver = ''
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '2000' } })
    receiver = (await testClient(shared.address).createWallet()).walletId
  })
  afterAll(closePages)

  const box = () => person.page.getByRole('main').locator('input[placeholder^="0"]')
  const opened = async () => {
    await person.open('/pages/index/index')
    await person.open(`/pages/wallet/conver?coin=USDT&to=${receiver}`)
    await box().fill('')
    await box().click()
  }
  /** 'above', or where the field is. */
  const placeByPad = async () => {
    const [place, pad] = [
      await box().boundingBox(),
      await person.page.getByRole('group', { name: en('pad.label') }).boundingBox(),
    ]
    if (place !== null && pad !== null && place.y >= 0 && place.y + place.height <= pad.y) return 'above'
    const seen = await person.page.evaluate('[document.activeElement.tagName, innerHeight, scrollY]')
    return JSON.stringify({ place, pad, seen })
  }
  const key = (name: string) => person.page.getByRole('group').getByRole('button', { name, exact: true }).click()

  it('is grouped while it is typed, and stays the number that was typed', async () => {
    await opened()
    await person.page.keyboard.type('1,844.83')
    expect(await box().inputValue()).toBe('1,844.83')
    await opened()
    for (const name of ['1', '8', '4', '4', en('pad.point'), '8', '3']) await key(name)
    expect(await box().inputValue()).toBe('1,844.83')
    for (const [width, height] of [
      [320, 568],
      [844, 390],
    ] as const) {
      await person.page.setViewportSize({ width, height })
      await expect.poll(placeByPad).toBe('above')
      await picture(person.page, `amount on the pad ${width}`)
    }
    await key(en('pad.delete'))
    expect(await box().inputValue()).toBe('1,844.8')
    await person.page.setViewportSize({ width: 390, height: 844 })
  })

  it('is replaced where it is selected, by a key of the pad', async () => {
    await opened()
    for (const name of ['1', '0', '0']) await key(name)
    await box().selectText()
    await key('5')
    expect(await box().inputValue()).toBe('5')
  })

  it('is asked about where a pasted text can be two numbers, and a refused one says why', async () => {
    const { page } = person
    await opened()
    await page.keyboard.insertText('1.000')
    await person.sees(en('amount.unclear'))
    await page.getByRole('button', { name: '1,000.00 USDT' }).waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'amount unclear')
    await page.getByRole('button', { name: '1,000.00 USDT' }).click()
    expect(await box().inputValue()).toBe('1,000')
    await opened()
    await page.keyboard.type('0.123')
    await person.sees(en('amount.decimals', { count: '2' }))
    expect(await box().inputValue()).toBe('0.12')
    await picture(page, 'amount refused')
  })

  it('is written in the signs of the language, and of its figures', async () => {
    await speak(person, 'de')
    await opened()
    await person.page.keyboard.type('1.844,83')
    expect(await box().inputValue()).toBe('1.844,83')
    await speak(person, 'ur')
    await opened()
    await person.page.keyboard.insertText('۱۸۴۴٫۸۳')
    expect(await box().inputValue()).toBe('1,844.83')
    await picture(person.page, 'amount in urdu')
    expect(person.complaints).toEqual([])
  })
})

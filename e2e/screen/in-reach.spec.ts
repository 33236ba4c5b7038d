import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { oneOf, sizeOf } from '#kit/test/test-size.ts'
import { languages } from '#locales/registry.ts'
import { testClient } from '#server/test/test-client.ts'
import { isTrueIn, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { speak } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { bindAddress, newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

/** Selectors use no words, so they work in every language. */
type Form = {
  readonly name: string
  readonly path: string
  readonly fill?: (main: Locator) => Promise<void>
  readonly sheet?: boolean
  readonly shows?: string
}

const sizes = [
  [390, 844],
  [320, 568],
  [844, 390],
  [820, 1180],
] as const
/** Height of a phone keyboard, or half the screen in landscape. */
const keyboardOf = (height: number): number => (height < 400 ? height / 2 : 300)

const tags = languages.map(({ tag }) => tag)
const areAll = sizeOf(import.meta.url, { least: false, turn: false, all: true })

const amountBox = (place: Locator) => place.locator('input[placeholder^="0"]').first()
const actions =
  '.form-foot button:not(.pad button, .box button), .bar.fixed:not(.tabs) button:not(.pad button), button[type=submit]'

describe('what a form does', () => {
  let browser: Browser
  let person: Person
  let receiver: string
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    const { client, codes } = await signIn(person, { coins: { USDT: '500' }, google: { dataDir: shared.dataDir } })
    await client.call(declareRegion, { region: 'SG' })
    await bindAddress(person, '0x52908400098527886E0F7030069857D2E4169EE7', await codes())
    receiver = (await testClient(shared.address).createWallet({ activate: true })).walletId
  })
  afterAll(closePages)

  const place = (): Locator => person.page.locator('dialog[open], .screen').last()
  const action = (): Locator => place().locator(actions).filter({ visible: true }).first()
  /** The action is fully visible and not covered. */
  const isInReach = async (): Promise<boolean> => {
    const box = await action().boundingBox()
    const size = person.page.viewportSize()
    if (!box || !size) return false
    const [right, bottom] = [box.x + box.width, box.y + box.height]
    if (box.x < 0 || box.y < 0 || right > size.width + 0.5 || bottom > size.height + 0.5) return false
    const middle = `${(box.x + right) / 2}, ${(box.y + bottom) / 2}`
    return person.page.evaluate<boolean>(
      `document.elementFromPoint(${middle})?.closest(${JSON.stringify(actions)}) != null`,
    )
  }
  const forms = (): readonly Form[] => [
    { name: 'exchange', path: '/pages/exchange/index', fill: (main) => amountBox(main).fill('10'), sheet: true },
    { name: 'transfer', path: `/pages/wallet/conver?coin=USDT&to=${receiver}&amount=5`, sheet: true },
    {
      name: 'withdrawal',
      path: '/pages/wallet/withdraw?coin=USDT&chain=bsc',
      fill: (main) => amountBox(main).fill('20'),
      sheet: true,
    },
    { name: 'deposit', path: '/pages/wallet/recharge?coin=USDT&chain=bsc' },
    { name: 'request', path: '/pages/wallet/conver?view=ask' },
    { name: 'product', path: '/pages/invest/detail?product=1', shows: '.pad-summary' },
    { name: 'nickname', path: '/pages/my/nickname' },
    { name: 'wallet password', path: '/pages/my/password' },
    { name: 'ad', path: '/pages/otc/ad' },
  ]
  const open = async ({ path, fill }: Form) => {
    await person.open('/pages/my/settings')
    await person.open(path)
    await place().locator('input:not([type=radio]):not([type=checkbox])').first().waitFor()
    if (fill) await fill(place())
  }
  /** True if the focused field is visible and uncovered. */
  const isFieldSeen = async (): Promise<boolean> => {
    const field = await person.page.locator(':focus').boundingBox()
    const own = await action().boundingBox()
    return field !== null && own !== null && field.y >= 0 && field.y + field.height <= own.y
  }
  const look = async (what: string, hasKeyboard: boolean) => {
    const { page } = person
    const size = page.viewportSize()
    if (!size) throw new Error('the page has no size')
    const height = size.height - (hasKeyboard ? keyboardOf(size.height) : 0)
    await page.setViewportSize({ width: size.width, height })
    await expect.poll(isInReach, { message: what }).toBe(true)
    // A landscape phone with a keyboard has room only for the action.
    if (hasKeyboard && height > 200) await expect.poll(isFieldSeen, { message: what }).toBe(true)
    await picture(page, `reach ${what}`)
    await page.setViewportSize(size)
  }

  const isWhole = (selector: string): Promise<boolean> =>
    person.page.evaluate<boolean>(`(() => {
      const part = document.querySelector(${JSON.stringify(selector)})
      const { left, top, right, bottom } = part.getBoundingClientRect()
      const seen = (x, y) => {
        const found = document.elementFromPoint(x, y)
        return found !== null && (part.contains(found) || found.contains(part))
      }
      return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && seen(left + 3, top + 3) && seen(right - 3, bottom - 3)
    })()`)

  const check = async (form: Form, what: string) => {
    const { page } = person
    await open(form)
    const field = place().locator('input:not([type=radio]):not([type=checkbox]):not([readonly])').first()
    await field.click()
    await look(what, !(await isPadOpen()))
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    if (form.shows && height < 700 && (await isPadOpen()))
      await expect.poll(() => isWhole(form.shows ?? ''), { message: `${what} ${form.shows}` }).toBe(true)
    if (!form.sheet) return
    await action().click()
    await page.locator('dialog[open]').waitFor()
    await look(`${what} sheet`, false)
    const target = 'dialog[open] .form-foot .letters'
    if ((await page.locator(target).count()) > 0)
      await expect.poll(() => isWhole(target), { message: `${what} target at ${width} x ${height}` }).toBe(true)
    await page.locator('dialog[open] input[type=password]').click()
    await look(`${what} sheet keyboard`, true)
    await page.keyboard.press('Escape')
    await isTrueIn(page, "document.querySelector('dialog[open]') === null")
  }

  it('stays in reach at every size, with the keys of its fields open', async () => {
    for (const form of forms())
      for (const [width, height] of sizes) {
        await person.page.setViewportSize({ width, height })
        await check(form, `${form.name} ${width}`)
      }
  })

  /** Each commit checks one language, `--all` checks all. */
  it('stays in reach in every language on the smallest phone', async () => {
    await person.page.setViewportSize({ width: 320, height: 568 })
    for (const tag of tags.filter((each) => areAll || each === oneOf('forms in reach', tags))) {
      await speak(person, tag)
      for (const form of forms()) await check(form, `${form.name} ${tag}`)
    }
  })
  const isPadOpen = async () => (await person.page.locator('.pad').count()) > 0
})

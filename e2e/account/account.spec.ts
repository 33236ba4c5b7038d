import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testJpeg, testPng } from '#identity/pictures/test-pictures.ts'
import { en } from '#kit/test/test-texts.ts'
import { testClient } from '#server/test/test-client.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person, password, pressConfirm } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

/** The rings' center is above the middle, so the crop is visible. */
const rings = testPng(300, 200, {
  pixel: (x, y) => (Math.floor(Math.hypot(x - 150, y - 80) / 16) % 2 ? [0, 117, 76, 255] : [233, 190, 94, 255]),
})

/** The steps depend on each other. */
describe('the wallets of a device', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person)
  })
  afterAll(closePages)

  const sheet = () => person.page.getByRole('dialog', { name: 'Avatar' })
  const addFile = (buffer: Buffer, name: string) =>
    sheet().getByLabel('Add a picture').setInputFiles({ name, mimeType: 'image/png', buffer })

  it('show a picture in place of the seal, cut on the device', async () => {
    await person.open('/pages/my/info')
    await person.press(en('avatar.change'))
    await sheet()
      .getByText(en('avatar.why').split('.')[0] ?? '')
      .waitFor()
    await addFile(rings, 'rings.png')
    await person.sees(en('avatar.chosen'))
    await addFile(testJpeg, 'small.jpg')
    await sheet().getByRole('button', { name: 'Use picture 2' }).waitFor()
    await expect
      .poll(() => sheet().getByRole('button', { name: 'Use picture 1' }).getAttribute('aria-pressed'))
      .toBe('true')
    await sheet().getByRole('button', { name: 'Use picture 2' }).click()
    await expect
      .poll(() => sheet().getByRole('button', { name: 'Use picture 2' }).getAttribute('aria-pressed'))
      .toBe('true')
    await picture(person.page, 'avatar album')
    expect(await axe(person.page)).toEqual([])
    await sheet().getByRole('button', { name: 'Close' }).click()
    const shown = person.page.locator('main img')
    await shown.first().waitFor()
    const sizes = () =>
      person.page.evaluate<number[]>(
        "[...document.querySelectorAll('main img')].flatMap(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])",
      )
    await expect.poll(sizes).toEqual([200, 200])
    await picture(person.page, 'avatar in use')
    await person.open('/pages/my/my')
    await person.page.locator('main img').first().waitFor()
    await picture(person.page, 'avatar on the My page')
  })

  it('have no fault in the dark and in Urdu', async () => {
    for (const [name, boot] of [
      ['dark', { language: 'en', theme: 'dark' }],
      ['urdu', { language: 'ur', theme: 'light' }],
      ['english', { language: 'en', theme: 'light' }],
    ] as const) {
      await person.page.evaluate((kept) => localStorage.setItem('boot', kept), JSON.stringify(boot))
      await person.open('/pages/my/info')
      await person.page.reload()
      await person.page.locator('main button img').click()
      await person.page.getByRole('dialog').locator('input[type=file]').waitFor({ state: 'attached' })
      await expect.poll(() => person.page.getByRole('dialog').locator('li img').count()).toBe(2)
      await picture(person.page, `avatar album ${name}`)
      expect(await axe(person.page)).toEqual([])
      await person.page.keyboard.press('Escape')
    }
  })

  it('refuse what a browser cannot read, and go back to the seal', async () => {
    await person.open('/pages/my/info')
    await person.press(en('avatar.change'))
    await addFile(Buffer.from('<script>alert(1)</script>'), 'photo.png')
    await person.sees('This file is not a picture.')
    await sheet()
      .getByRole('button', { name: en('avatar.remove') })
      .click()
    await person.sees(en('avatar.removed'))
    await sheet().getByRole('button', { name: 'Close' }).click()
    expect(await person.page.locator('main img').count()).toBe(0)
    expect(person.complaints).toEqual([])
  })

  it('are switched between, renamed and removed', async () => {
    await person.open('/pages/my/info')
    await person.press(/^Wallet name/)
    await person.page.getByRole('dialog').getByLabel(en('info.name')).fill('First')
    await person.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await person.sees(en('info.renamed'))
    await person.open('/pages/login/create')
    await person.type(en('new_password.label'), password)
    await person.type(en('new_password.repeat'), password)
    await person.choose(en('create.agree'))
    await person.press(en('start.create'))
    await person.sees(en('create.done'))
    await person.open('/pages/my/account')
    await person.sees(en('account.expired'))
    await picture(person.page, 'two wallets')
    expect(await axe(person.page)).toEqual([])
    await person.page.getByRole('link', { name: /^First/ }).click()
    await person.press(en('account.switch'))
    await person.sees('First')
    await person.type('Wallet password', password)
    await person.press('Log in')
    await person.page.waitForURL(/pages\/index\/index/)
    await person.open('/pages/my/account')
    const first = person.page.getByRole('link', { name: /^First/ })
    await first.getByText('In use').waitFor()
    await first.click()
    await person.press(en('info.remove'))
    await pressConfirm(person)
    await person.sees(en('start.create'))
    expect(person.complaints).toEqual([])
  })

  it('say why a session ended when another device signed in, whatever screen finds out', async () => {
    const other = await newPerson(browser, shared.address)
    const { walletId } = await signIn(other)
    const signInElsewhere = () => testClient(shared.address).signIn(walletId, password)
    for (const path of ['/pages/my/security', '/pages/index/index']) {
      await other.open(path)
      await signInElsewhere()
      await other.page.reload()
      await other.page.waitForURL(/pages\/login\/index/)
      await other.sees(en('login.elsewhere'))
      await other.type('Wallet password', password)
      await other.press('Log in')
      await other.page.waitForURL(/pages\/(index|my)/)
    }
  })
})

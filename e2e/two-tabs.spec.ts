import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { createWallet, newPerson, type Person, password, personOf } from './person.ts'

/** One device, two tabs of the same browser. The steps build on one another. */
describe('two tabs', () => {
  let browser: Browser
  let a: Person
  let b: Person
  let first: string
  let second: string
  beforeAll(async () => {
    browser = await launchBrowser()
    a = await newPerson(browser, inject('address'))
    first = await createWallet(a)
    const page: Page = await a.context.newPage()
    b = personOf({ ...a, page }, a.address)
  })
  afterAll(() => browser.close())

  /** A wallet ID as it is shown, in groups or whole. */
  const shown = (walletId: string) => new RegExp(walletId.replace(/(.{4})(?=.)/g, '$1 ?'))
  const isOf = (person: Person, walletId: string) => person.sees(shown(walletId))
  const seesOwn = async (person: Person, walletId: string) => {
    await person.open('/pages/my/info')
    await isOf(person, walletId)
    await person.page.getByText('In use', { exact: true }).filter({ visible: true }).first().waitFor()
  }
  const reload = async (person: Person) => {
    await person.page.reload()
    await person.page.getByRole('main').waitFor()
  }
  /** The words of the wallet in a tab open with its password. */
  const opensWords = async (person: Person) => {
    await person.open('/pages/my/settings')
    await person.open('/pages/back/index')
    await person.type('Wallet password', password)
    await person.press('Show my words')
    await person.press(/^Show the words/)
  }

  it('know the wallets of both, and each stays its own, also after a reload (F1, F25)', async () => {
    await b.page.goto(`${b.address}/#/pages/my/account`)
    await isOf(b, first)
    await b.open('/pages/login/create')
    await b.type('New wallet password', password)
    await b.type('Repeat the password', password)
    await b.choose('I have read the user agreement')
    await b.press('Create identity')
    await b.sees('Your identity is created')
    second =
      (await b.page
        .getByText(/^[0-9A-Z]{10}$/)
        .first()
        .textContent()) ?? ''
    expect(second).not.toBe(first)
    await seesOwn(a, first)
    await seesOwn(b, second)
    await a.open('/pages/my/account')
    await isOf(a, second)
    await reload(a)
    await reload(b)
    await seesOwn(a, first)
    await seesOwn(b, second)
  })

  it('rename, back up and create without touching the wallet of the other one (F1)', async () => {
    await seesOwn(a, first)
    await a.press(/Wallet name/)
    await a.type('Wallet name', 'Savings')
    await a.press('Save')
    await a.open('/')
    await a.open('/pages/back/index')
    await a.type('Wallet password', password)
    await a.press('Show my words')
    await a.press(/^Show the words/)
    const items = a.page.getByRole('list', { name: 'The 12 words of your mnemonic' }).getByRole('listitem')
    const words = (await items.allTextContents()).map((text) => text.replace(/[\s\d]/g, ''))
    await a.press('I have written them down')
    for (const word of words)
      await a.page
        .getByRole('group', { name: 'Words to choose from' })
        .getByRole('button', { name: word, exact: true, disabled: false })
        .first()
        .click()
    await a.press('Check the order')
    await a.sees('Backed up')
    for (const person of [a, b]) {
      await person.open('/pages/my/account')
      for (const walletId of [first, second]) await isOf(person, walletId)
      await person.sees('Savings')
      await reload(person)
    }
    await opensWords(b)
    await seesOwn(a, first)
    expect([...a.complaints]).toEqual([])
  })

  it('keep the lock one has set when the other changes the theme (F7)', async () => {
    await b.open('/pages/my/security')
    await b.page.locator('label').filter({ hasText: '5 min' }).first().click()
    const sheet = b.page.getByRole('dialog', { name: 'Change the screen lock' })
    await sheet.getByLabel('Wallet password', { exact: true }).fill(password)
    await sheet.getByRole('button', { name: 'Confirm' }).click()
    await b.sees('Lock now')
    await a.open('/pages/my/settings')
    await a.choose('Dark')
    expect(JSON.parse(await a.page.evaluate<string>("localStorage.getItem('boot')"))).toMatchObject({
      theme: 'dark',
      lock: 5,
    })
    // The other tab shows it at once.
    await expect
      .poll(() => b.page.evaluate<string>('document.documentElement.dataset.theme'), { timeout: 15_000 })
      .toBe('dark')
  })

  it('log out of one wallet and stay in the other', async () => {
    const c = personOf({ ...a, page: await a.context.newPage() }, a.address)
    await c.page.goto(`${c.address}/#/pages/my/info`)
    await isOf(c, second)
    await b.open('/pages/my/settings')
    await b.press('Log out')
    await b.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await b.page.getByRole('main').waitFor()
    // The third tab was of the same wallet.
    await c.page.getByRole('heading', { name: 'Log in' }).waitFor()
    await reload(a)
    await seesOwn(a, first)
    await b.open('/pages/login/index')
    await isOf(b, second)
    await b.type('Wallet password', password)
    await b.press('Log in')
    await b.page.getByRole('heading', { name: 'Log in' }).waitFor({ state: 'detached' })
    await opensWords(b)
    await seesOwn(a, first)
  })
})

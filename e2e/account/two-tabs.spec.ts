import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { createWallet, newPerson, type Person, password, personOf } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

describe('two tabs', () => {
  let browser: Browser
  let a: Person
  let b: Person
  let first: string
  let second: string
  beforeAll(async () => {
    browser = await openBrowser()
    a = await newPerson(browser, shared.address)
    first = await createWallet(a)
    const page: Page = await a.context.newPage()
    b = personOf({ ...a, page }, a.address)
  })
  afterAll(closePages)

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
  const opensWords = async (person: Person) => {
    await person.open('/pages/my/settings')
    await person.open('/pages/back/index')
    await person.type('Wallet password', password)
    await person.press(en('back_up.begin'))
    await person.press(/^Show the words/)
  }

  it('know the wallets of both, and each stays its own, also after a reload (F1, F25)', async () => {
    await b.page.goto(`${b.address}/#/pages/my/account`)
    await isOf(b, first)
    await b.open('/pages/login/create')
    await b.type(en('new_password.label'), password)
    await b.type(en('new_password.repeat'), password)
    await b.choose(en('create.agree'))
    await b.press(en('start.create'))
    await b.sees(en('create.done'))
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
    await a.type(en('info.name'), 'Savings')
    await a.press('Save')
    await a.open('/')
    await a.open('/pages/back/index')
    await a.type('Wallet password', password)
    await a.press(en('back_up.begin'))
    await a.press(/^Show the words/)
    const items = a.page.getByRole('list', { name: en('words.list') }).getByRole('listitem')
    const words = (await items.allTextContents()).map((text) => text.replace(/[\s\d]/g, ''))
    await a.press(en('words.written_down'))
    for (const word of words)
      await a.page
        .getByRole('group', { name: en('words.offered') })
        .getByRole('button', { name: word, exact: true, disabled: false })
        .first()
        .click()
    await a.press(en('words.check'))
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
    const sheet = b.page.getByRole('dialog', { name: en('lock.change') })
    await sheet.getByLabel('Wallet password', { exact: true }).fill(password)
    await sheet.getByRole('button', { name: 'Confirm' }).click()
    await b.sees(en('lock.now'))
    await a.open('/pages/my/settings')
    await a.choose(en('my.theme.dark'))
    expect(JSON.parse(await a.page.evaluate<string>("localStorage.getItem('boot')"))).toMatchObject({
      theme: 'dark',
      lock: 5,
    })
    await expect.poll(() => b.page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark')
  })

  it('log out of one wallet and stay in the other', async () => {
    const c = personOf({ ...a, page: await a.context.newPage() }, a.address)
    await c.page.goto(`${c.address}/#/pages/my/info`)
    await isOf(c, second)
    await b.open('/pages/my/settings')
    await b.press(en('my.log_out'))
    await b.page
      .getByRole('dialog')
      .getByRole('button', { name: en('my.log_out') })
      .click()
    await b.page.getByRole('main').waitFor()
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

/** Converts storage to the previous app version's: one list, one session, one token, no rows. */
const asBefore = (walletId: string) => `(async () => {
  const database = await new Promise((done) => {
    const request = indexedDB.open('glasshouse', 1)
    request.onsuccess = () => done(request.result)
  })
  const run = (mode, work) => new Promise((done) => {
    const transaction = database.transaction('keys', mode)
    const request = work(transaction.objectStore('keys'))
    transaction.oncomplete = () => done(request.result)
  })
  const key = await run('readonly', (store) => store.get('device'))
  const encoder = new TextEncoder()
  const base = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const open = async (name) => {
    const bytes = bytesOf(localStorage.getItem(name).slice(3))
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData: encoder.encode(name) }
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, bytes.slice(12)))
  }
  const keep = async (name, text) => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const algorithm = { name: 'AES-GCM', iv, additionalData: encoder.encode(name) }
    const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(text)))
    localStorage.setItem(name, 'v1.' + base(new Uint8Array([...iv, ...sealed])))
  }
  const id = ${JSON.stringify(walletId)}
  await keep('login_His', JSON.stringify(JSON.parse(await open('login_His')).map(({ version, usedAt, ...wallet }) => wallet)))
  await keep('xwdjq_token', JSON.parse(await open('xwdjq_token'))[id])
  const session = await run('readonly', (store) => store.get('session:' + id))
  await run('readwrite', (store) => store.put(session, 'session'))
  await run('readwrite', (store) => store.delete('session:' + id))
  await run('readwrite', (store) => store.delete('wallet:' + id))
  sessionStorage.clear()
  database.close()
})()`

it('takes over what the app before it kept: the session goes on, and the words open', async () => {
  const browser = await openBrowser()
  const person = await newPerson(browser, shared.address)
  const walletId = await createWallet(person)
  const { page, address } = person
  await page.goto(`${address}/icon.svg`)
  await page.evaluate(asBefore(walletId))
  await page.goto(`${address}/?before#/pages/back/index`)
  await person.type('Wallet password', password)
  await person.press(en('back_up.begin'))
  await person.press(/^Show the words/)
  await person.open('/pages/my/info')
  await person.page.getByText('In use', { exact: true }).filter({ visible: true }).first().waitFor()
  expect(person.complaints).toEqual([])
  await closePages()
})

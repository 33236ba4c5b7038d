import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { minuteMs, wallClock } from '#kit/time/clock.ts'
import { axe, faultsOfPage, picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { createWallet, newPerson, type Person, password } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

/** Moves the stored last activity back by these minutes. */
const untouchedFor = (minutes: number) => `new Promise((done) => {
  const request = indexedDB.open('glasshouse', 1)
  request.onsuccess = () => {
    const transaction = request.result.transaction('keys', 'readwrite')
    transaction.objectStore('keys').put(${wallClock.now().getTime() - minutes * minuteMs}, 'used')
    transaction.oncomplete = () => { request.result.close(); done() }
  }
})`
const isSealed = `new Promise((done) => {
  const request = indexedDB.open('glasshouse', 1)
  request.onsuccess = () => {
    const keys = request.result.transaction('keys').objectStore('keys')
    const of = (name) => keys.getAll(IDBKeyRange.bound(name, name + '\\uffff'))
    const [seals, sessions] = [of('lock:'), of('session:')]
    sessions.onsuccess = () => {
      request.result.close()
      done(sessions.result.length === 1 && seals.result[0]?.sessionId === sessions.result[0].sessionId)
    }
  }
})`
/** Counts encrypted responses cached on the device. */
const keptViews = `new Promise(async (done) => {
  // To open what is not there would make it.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'glasshouse-views')) return done(0)
  const request = indexedDB.open('glasshouse-views')
  request.onsuccess = () => {
    const database = request.result
    const end = (count) => { database.close(); done(count) }
    const [store] = database.objectStoreNames
    if (!store) return end(0)
    const count = database.transaction(store).objectStore(store).count()
    count.onsuccess = () => end(count.result)
  }
})`
const tokens = "['xwdjq_token', 'xwdjq_token1'].filter((name) => localStorage.getItem(name) !== null)"

describe('the screen lock', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await createWallet(person)
  })
  afterAll(closePages)
  const locked = () => person.page.getByRole('heading', { name: en('lock.locked') }).waitFor()
  const unlock = async (secret: string) => {
    await person.type('Wallet password', secret)
    await person.press(en('lock.unlock'))
  }

  it('is chosen with the wallet password', async () => {
    await person.open('/pages/my/security')
    await person.page.locator('label').filter({ hasText: '5 min' }).first().click()
    const sheet = person.page.getByRole('dialog', { name: en('lock.change') })
    await sheet.getByLabel('Wallet password', { exact: true }).fill(password)
    await sheet.getByRole('button', { name: 'Confirm' }).click()
    await person.sees(en('lock.now'))
    await picture(person.page, 'screen lock chosen')
  })

  it('takes everything off the page once nobody touched it for that long, in every tab, and keeps no token in the open', async () => {
    await person.open('/pages/wallet/index')
    const other = await person.context.newPage()
    await other.goto(`${person.address}/#/pages/wallet/logs`)
    await other.getByRole('main').waitFor()
    expect(await person.page.evaluate(tokens)).toContain('xwdjq_token')
    await expect.poll(() => other.evaluate<number>(keptViews)).toBeGreaterThan(0)
    await person.page.evaluate(untouchedFor(6))
    await locked()
    await other.getByRole('heading', { name: en('lock.locked') }).waitFor()
    expect(await person.page.evaluate(tokens)).toEqual([])
    await expect.poll(() => person.page.evaluate<number>(keptViews)).toBe(0)
    expect(await person.page.locator('main').textContent()).not.toMatch(/USDT|Total/)
    await picture(person.page, 'locked')
    expect(await axe(person.page)).toEqual([])
    expect(await faultsOfPage(person.page)).toEqual([])
    await other.close()
  })

  it('stays locked through a reload and on every address', async () => {
    await person.page.goto(`${person.address}/?again#/pages/wallet/withdraw`)
    await locked()
    await person.page.evaluate("location.hash = '#/pages/my/security'")
    await locked()
  })

  it('opens with the password alone, where one was', async () => {
    await unlock('Wrong1guess')
    await person.sees(en('error.identity.password_wrong', { left: '4' }))
    await unlock(password)
    await person.sees(en('lock.now'))
  })

  it('is locked when the app is opened again after that time, and ends the session after five wrong passwords', async () => {
    await person.page.goto('about:blank')
    await person.page.goto(`${person.address}/#/pages/my/security`)
    // The app is ready and has recorded the start. `main` exists earlier.
    await person.sees(en('lock.now'))
    await person.page.evaluate(untouchedFor(6))
    await person.page.goto(`${person.address}/?later#/pages/wallet/index`)
    await locked()
    for (const left of [4, 3, 2, 1]) {
      await unlock('Wrong1guess')
      await person.sees(`${left} tries left`)
    }
    await unlock('Wrong1guess')
    await person.sees(en('account.expired'))
    await person.type('Wallet password', password)
    await person.press('Log in')
    await person.page.getByRole('heading', { name: en('lock.locked') }).waitFor({ state: 'detached' })
    // Signing in encrypts the session again.
    await expect.poll(() => person.page.evaluate(isSealed)).toBe(true)
    await person.open('/pages/my/security')
    await person.press(en('lock.now'))
    await locked()
    await unlock(password)
    await person.sees(en('lock.now'))
    expect(person.complaints).toEqual([])
  })
})

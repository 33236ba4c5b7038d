import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { axe, isTrueIn, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { keepsApp, keepsReads, keptNames } from '../run/kept.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

/** Browser storage except local storage, as text. */
const keptText = (person: Person): Promise<string> =>
  person.page.evaluate<string>(`(async () => {
    const said = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) said.push(request.url)
    const database = await new Promise((done, failed) => {
      const request = indexedDB.open('glasshouse-views')
      request.onsuccess = () => done(request.result)
      request.onerror = () => failed(request.error)
    })
    const rows = await new Promise((done) => {
      if (!database.objectStoreNames.contains('rows')) return done([])
      const request = database.transaction('rows').objectStore('rows').getAll()
      request.onsuccess = () => done(request.result)
    })
    database.close()
    return JSON.stringify([said, rows])
  })()`)

it('can be installed under the name its reader knows', async () => {
  const person = await newPerson(browser, shared.address, false, true)
  const { page, context, address } = person
  await person.open('/')
  const client = await context.newCDPSession(page)
  const { url, errors } = await client.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${address}/app-en.webmanifest`, []])
  const manifest = (await (await fetch(url)).json()) as { icons: { src: string; sizes: string; type: string }[] }
  expect(manifest).toMatchObject({ id: '/', name: 'Glasshouse', start_url: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png')) {
    const bytes = new DataView(await (await fetch(`${address}${src}`)).arrayBuffer())
    expect([src, `${bytes.getUint32(16)}x${bytes.getUint32(20)}`]).toEqual([src, sizes])
  }
  expect(person.complaints).toEqual([])
  await context.close()
})

describe('without a network', () => {
  let person: Person
  beforeAll(async () => {
    person = await newPerson(browser, shared.address, false, true)
    await signIn(person, { coins: { USDT: '100' } })
  })
  afterAll(() => person.context.close())

  /** Screens, each with a unique element. */
  const shown = [
    ['home', '/pages/index/index', ({ page }: Person) => page.getByRole('heading', { name: en('invest.own') })],
    [
      'wallet',
      '/pages/wallet/index',
      ({ page }: Person) => page.getByRole('heading', { name: en('wallet.assets'), exact: true }),
    ],
    [
      'records',
      '/pages/wallet/logs',
      ({ page }: Person) => page.getByRole('list', { name: en('title.records') }).getByText('100'),
    ],
    ['a product', '/pages/invest/detail?product=1', ({ page }: Person) => page.getByText(/^Worst case: /)],
  ] as const

  it('shows what it showed last, and says of when', async () => {
    const { page, context } = person
    for (const [, path, place] of shown) {
      await person.open(path)
      await place(person).first().waitFor()
    }
    await keepsApp(person)
    await keepsReads(person, '/main/home', '/wallet/assets', '/wallet/info', '/main/market', '/wallet/logs')
    await keepsReads(person, '/invest/product')
    await context.setOffline(true)
    for (const [name, path, place] of shown) {
      await person.open(path)
      await page.reload()
      await place(person).first().waitFor()
      await person.sees(/^As of /)
      await person.sees('You are offline.')
      expect(await axe(page), name).toEqual([])
      await picture(page, `offline ${name}`)
    }
    await context.setOffline(false)
    await person.open('/pages/wallet/index')
    await page.getByText(/^As of /).waitFor({ state: 'detached' })
  })

  it('stands on a screen that was never visited, and goes on to those that are kept', async () => {
    const { page, context } = person
    const menu = page.getByRole('navigation', { name: en('tab.menu') })
    await keepsApp(person)
    await context.setOffline(true)
    await person.open('/pages/proof/pools')
    await page.reload()
    await page.getByRole('heading', { name: en('title.pools') }).waitFor()
    await menu.waitFor()
    expect(await page.getByText('You are offline.').filter({ visible: true }).count()).toBe(2)
    expect(await page.getByRole('button', { name: en('state.retry') }).count()).toBe(1)
    expect(await axe(page)).toEqual([])
    await picture(page, 'offline never visited')
    await person.open('/pages/invest/detail?product=1')
    await page
      .getByText(/^Worst case: /)
      .first()
      .waitFor()
    await person.open('/pages/proof/pools')
    await page.getByRole('heading', { name: en('title.pools') }).waitFor()
    await menu.getByRole('link', { name: 'Wallet' }).click()
    await page.getByRole('heading', { name: en('wallet.assets'), exact: true }).waitFor()
    await person.open('/pages/proof/pools')
    await page.reload()
    await page.getByRole('button', { name: en('state.retry') }).waitFor()
    await context.setOffline(false)
    await page.getByRole('button', { name: en('state.retry') }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: en('title.pools') }).waitFor()
  })

  it('keeps no token, no words and no amount in the open, and nothing at all after signing out', async () => {
    const { page } = person
    const kept = await keptText(person)
    expect(kept).toContain('/assets/')
    expect(kept).not.toMatch(/\/api\/|100\.00|"USDT"/)
    const tokens = await page.evaluate<string[]>(
      `Object.entries(localStorage).filter(([key]) => key !== 'boot').map(([, text]) => text)`,
    )
    for (const token of tokens) expect(kept).not.toContain(token)
    expect(Object.values(storageKeys).filter((key) => kept.includes(`"${key}"`))).toEqual([])
    await page.clock.install()
    await person.open('/pages/my/settings')
    await person.press(en('my.log_out'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('my.log_out'), exact: true })
      .click()
    await isTrueIn(page, "localStorage.getItem('xwdjq_token') === null")
    // Guest entries start with a space.
    const keptOfHolder = async () => (await keptNames(person)).filter((name) => !name.startsWith(' '))
    await expect.poll(keptOfHolder).toEqual([])
    // A delayed write does not appear either.
    for (let half = 0; half < 6; half += 1) {
      await page.clock.runFor(500)
      expect(await keptOfHolder()).toEqual([])
    }
  })
})

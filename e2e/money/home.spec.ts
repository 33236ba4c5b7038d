import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { type Held, signIn } from '../run/holder.ts'
import { faultsNow } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { browserMs } from '../run/patience.ts'
import { askForOrder, confirm, dualAnswers, newPerson, type Person, passGates } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

const home = '/pages/index/index'
/** A deposit without a network is redirected here. */
const networkChoice = /wallet\/chain\?for=recharge/

const watchShifts = `globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const each of list.getEntries())
    if (!each.hadRecentInput)
      shifts.push({ value: each.value, of: each.sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 120)) })
}).observe({ type: 'layout-shift', buffered: true })`
/** Layout shifts; empty if they total at most 0.01. */
const moved = ({ page }: Person) =>
  page.evaluate<object[]>('shifts.reduce((sum, { value }) => sum + value, 0) > 0.01 ? shifts : []')

describe('home', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(closePages)

  describe('of a holder with an order', () => {
    let person: Person
    let held: Held
    beforeAll(async () => {
      person = await newPerson(browser, shared.address)
      held = await signIn(person, { coins: { USDT: '500' } })
      await askForOrder(person, { product: 1, amount: '100', term: '1 day', reinvest: true })
      await passGates(person, dualAnswers)
      await confirm(person)
      await person.sees(en('order.state.to_be_started'))
      await ops({ dataDir: shared.dataDir }, 'clock', 'advance', '3d', '--yes')
      await person.page.addInitScript(watchShifts)
    })

    it('says what I own, what I earned today, how far my order is, and that my money is there', async () => {
      const { page } = person
      await person.open(home)
      await page.reload()
      // The purchase cost no more than it pays back.
      await page.getByRole('heading', { name: en('balance.total') }).waitFor()
      await person.sees(/^500\.\d\d/)
      const { home: view } = await held.client.call(loadWalletInfo, { view: 'home' })
      expect(Number(view?.today)).toBeGreaterThan(0)
      await page.getByRole('link', { name: /^Earned today\s*\+0\.0\d USDT$/ }).waitFor()
      const order = page.getByRole('list', { name: en('invest.own') }).getByRole('link')
      await order.getByText('Day 1 of 1').waitFor()
      expect(await order.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1')
      const proof = page.getByRole('link', {
        name: /We report holding at least [\d,]+%\s+of what we owe\..*Your .*USDT.* are included\./,
      })
      await proof.waitFor({ timeout: 2 * browserMs })
      expect(await proof.textContent()).toMatch(/on this device|Last checked/)
      expect(await moved(person)).toEqual([])
      expect([...(await axe(page)), ...(await faultsNow(page))]).toEqual([])
      await picture(page, 'home of a holder')
      await proof.click()
      await page.getByRole('heading', { name: en('title.proof_mine') }).waitFor()
      expect(person.complaints).toEqual([])
    })

    it('leads to depositing, sending, exchanging, investing and all orders in one tap', async () => {
      const { page } = person
      const actions = page.getByRole('navigation', { name: en('home.money') })
      for (const [name, path] of [
        ['Deposit', networkChoice],
        ['Send', /wallet\/conver/],
        ['Exchange', /exchange\/index/],
        [en('home.invest'), /invest\/index/],
      ] as const) {
        await person.open(home)
        await actions.getByRole('link', { name, exact: true }).click()
        await page.waitForURL(path)
      }
      await person.open(home)
      await page.getByRole('link', { name: /^500\.\d\d/ }).click()
      await page.waitForURL(/wallet\/index/)
      await person.open(home)
      await person.press(en('invest.all_orders'))
      await page.waitForURL(/invest\/logs/)
    })

    it('covers every figure of one’s own when asked, the earned one too', async () => {
      const { page } = person
      await person.open(home)
      await page.getByRole('button', { name: 'Hide amounts' }).click()
      await page.getByRole('link', { name: /^Earned today\s*••••••/ }).waitFor()
      expect(await page.getByText(/500\.\d\d/).count()).toBe(0)
      await page.getByRole('button', { name: 'Hide amounts' }).click()
      await person.sees(/^500\.\d\d/)
    })

    it('says of each of the ten links where it leads', async () => {
      await person.open(home)
      const explore = person.page.getByRole('navigation', { name: en('home.links') })
      await explore.getByRole('link', { name: /^White paper\s*Article$/ }).waitFor()
      expect(await explore.getByRole('link').count()).toBe(10)
      expect(await explore.getByText(enPattern('home.leads_company')).count()).toBe(3)
      await explore.getByRole('link', { name: /^My team\s*In this app: Team$/ }).waitFor()
    })

    it('stands in two columns where there is room for them', async () => {
      const { page } = person
      for (const width of [820, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await person.open(home)
        const [own, market] = await Promise.all(
          [
            page.getByRole('heading', { name: en('balance.total') }),
            page.getByRole('heading', { name: en('home.market') }),
          ].map((heading) => heading.boundingBox()),
        )
        expect((market?.x ?? 0) - (own?.x ?? 0), `${width}`).toBeGreaterThan(width / 3)
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
        expect(await axe(page)).toEqual([])
        await picture(page, `home ${width}`)
      }
      await page.setViewportSize({ width: 390, height: 844 })
    })

    it('keeps the figures of the wallet where they are while prices and the proof come', async () => {
      const { page } = person
      await person.open('/pages/wallet/index')
      await page.reload()
      await page
        .getByRole('list', { name: en('wallet.assets') })
        .getByText('USDT', { exact: true })
        .waitFor()
      await page
        .getByRole('link', { name: /Proven for|proof/ })
        .first()
        .waitFor()
      await page.locator('.hero svg path[d]').last().waitFor({ state: 'attached' })
      expect(await moved(person)).toEqual([])
    })

    it('offers to log in to the last wallet after logging out', async () => {
      const { page } = person
      await person.open('/pages/my/settings')
      await person.press(en('my.log_out'))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: en('my.log_out'), exact: true })
        .click()
      const main = page.getByRole('link', { name: 'Log in', exact: true })
      await person.open('/')
      await main.waitFor()
      await picture(page, 'start after logging out')
      await person.open(home)
      await main.click()
      await page.waitForURL(new RegExp(`login/index\\?wallet=${held.walletId}`))
      await page.getByLabel('Wallet password', { exact: true }).waitFor()
    })
  })

  it('of a wallet without coins says the next steps, with depositing first', async () => {
    const person = await newPerson(browser, shared.address)
    await signIn(person, { activate: false })
    await person.open(home)
    await person.page.getByRole('heading', { name: en('first.title') }).waitFor()
    const main = person.page.getByRole('main')
    await main.getByRole('link', { name: 'Deposit', exact: true }).last().click()
    await person.page.waitForURL(networkChoice)
    await person.open(home)
    await person.press(/Back up your wallet/)
    await person.page.waitForURL(/back\/index/)
    await person.context.close()
  })

  it('of a guest says what this is, what all are owed is covered, and how to begin', async () => {
    const person = await newPerson(browser, shared.address)
    const { page } = person
    await person.open(home)
    await person.sees('Hold, send and invest coins.')
    await page.getByRole('link', { name: en('start.create'), exact: true }).waitFor()
    await page.getByRole('link', { name: en('account.restore'), exact: true }).waitFor()
    await page
      .getByRole('link', { name: /We report holding at least [\d,]+%\s+of what we owe\./ })
      .waitFor({ timeout: 2 * browserMs })
    expect([...(await axe(page)), ...(await faultsNow(page))]).toEqual([])
    await picture(page, 'home of a guest')
    expect(person.complaints).toEqual([])
    await person.context.close()
  })
})

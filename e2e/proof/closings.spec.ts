import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDbForOperators } from '#engine/open-db.store.ts'
import { testWallet } from '#identity/test-wallet.ts'
import type { Db } from '#kit/store/db.ts'
import { en } from '#kit/test/test-texts.ts'
import { textsOf } from '#kit/text/catalogue.server.ts'
import { addMs, hourMs, wallClock } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { openIncidents, reportIncident } from '#outside/chains/incident.store.ts'
import { closings } from '#server/reference/closings.ts'
import { testClient } from '#server/test/test-client.ts'
import { operate } from '#server/test/test-operator.ts'
import { axe, faultsOfPage, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person, password } from '../run/person.ts'
import { endProduct, type Product, removeData, startProduct } from '../run/product.ts'

/** Matches the text with any placeholder values. */
function english(id: string): RegExp {
  const text = textsOf('en').get(id)
  if (!text) throw new Error(`${id} is no text`)
  return new RegExp(text.replace(/[.?()[\]+*^$|]/g, '\\$&').replace(/\{\w+\}/g, '.+'))
}

/** Closings apply to all users, so this test has a separate instance. */
describe('what is closed, on the screens', () => {
  let product: Product
  let browser: Browser
  let person: Person
  let db: Db
  let walletId: string
  beforeAll(async () => {
    product = await startProduct()
    db = await openDbForOperators(product)
    browser = await openBrowser()
    person = await newPerson(browser, product.address)
    walletId = (await signIn(person)).walletId
  })
  afterAll(async () => {
    await closePages()
    await db.close()
    await endProduct(product)
    removeData(product)
  })

  const type = async (...words: string[]) => {
    const { code, text } = await operate({ db, clock: wallClock }, [...words, 'a', 'journey'])
    if (code !== 0) throw new Error(`${words.join(' ')}: ${text}`)
  }
  const looks = async (...names: string[]) => {
    for (const { says } of closings.filter(({ name }) => names.includes(name)))
      for (const { screen, text } of says) {
        // A different query string forces a page load, as from a bookmark.
        await person.page.goto(`${product.address}/?${text}#${screen}`)
        await person.sees(english(text))
        const faults = [...(await axe(person.page)), ...(await faultsOfPage(person.page))]
        expect(faults, `${screen} ${text}`).toEqual([])
        await picture(person.page, `closed ${text}`)
      }
  }
  const hour = (ahead: number) =>
    addMs(wallClock.now(), ahead * hourMs)
      .toISOString()
      .slice(11, 13)

  it('where nobody said yet where they live', async () => {
    await looks('region: not declared')
    await person.press(english('otc.region_button'))
    await person.page.getByLabel(en('region.label'), { exact: true }).selectOption('SG')
    await person.press(en('region.declare'))
    await person.sees(en('otc.filter_amount'))
  })

  it('by switches and windows', async () => {
    for (const each of ['deposit bsc.USDT', 'withdrawal bsc.USDT', 'transfer USDT', 'exchange USDT-WLD', 'line dual'])
      await type('switch', 'off', ...each.split(' '), '2h')
    // Ten hours a day that exclude the current time.
    const open = `${hour(8)}:00-${hour(18)}:00`
    for (const each of [
      'deposit bsc.ATMC',
      'withdrawal bsc.ATMC',
      'transfer ATMC',
      'exchange USDT-ATMC',
      'line lockup',
    ])
      await type('window', 'set', ...each.split(' '), open, '2h')
    const kinds = ['switch', 'window']
    const named = closings.filter(({ kind, setting }) => kinds.includes(kind) && setting !== 'transfers.scope')
    expect(named).toHaveLength(10)
    await looks(...named.map(({ name }) => name))
  })

  it('to wallets outside the team', async () => {
    await type('switch', 'on', 'transfer', 'USDT')
    await type('setting', 'set', 'transfers.scope', '"team"')
    const other = await testWallet(db, { at: wallClock.now() })
    await person.open('/pages/wallet/conver?coin=USDT')
    await person.type(en('transfer.receiver'), other.walletId)
    await person.sees(english('error.funds.receiver_not_in_team'))
    await type('setting', 'set', 'transfers.scope', '"any"')
  })

  it('for maintenance', async () => {
    await type('maintenance', 'set', 'now', '30m')
    const client = testClient(product.address)
    const told = async () => (await client.call(loadConfig, {})).maintenance
    await expect.poll(told).not.toBeNull()
    await looks('maintenance')
    await type('maintenance', 'end')
  })

  it('by where one lives', async () => {
    await type('switch', 'on', 'line', 'dual')
    await type('region', 'set', 'SG', 'all', 'off')
    await looks('region: earning off', 'region: OTC off', 'region: referral off')
    await type('region', 'set', 'SG', 'all', 'on')
  })

  it('to one wallet: warned, suspended, kept from withdrawing, frozen by its holder, waiting after that', async () => {
    await type('switch', 'on', 'exchange', 'USDT-WLD')
    await type('ban', 'warn', walletId)
    await looks('warning')
    await type('ban', 'suspend', walletId, '2h')
    await looks('suspension')
    await type('ban', 'lift', walletId, 'suspension')
    await type('ban', 'withdrawals', walletId, '2h')
    await looks('ban of withdrawals')
    await type('ban', 'lift', walletId, 'withdrawals')
    await person.open('/pages/my/security')
    await person.press(english('security.freeze'))
    await person.page
      .getByRole('dialog')
      .getByRole('button', { name: english('security.freeze') })
      .click()
    await person.sees(english('security.frozen'))
    await looks('own freeze')
    await person.open('/pages/my/security')
    await person.press(english('security.unfreeze'))
    await person.type('Wallet password', password)
    await person.press('Confirm')
    await person.sees(english('security.held_until'))
    await looks('wait after a security change')
    expect(person.complaints).toEqual([])
  })

  it('on the status page: what is out of order, and since when until when it was, once an operator closed it', async () => {
    const { page } = person
    // The response is cached for some seconds.
    const comes = (text: RegExp) =>
      expect
        .poll(
          async () => {
            await page.reload()
            // The incidents and the text come from the same response.
            await page.getByText(english('status.incidents')).first().waitFor()
            return (await page.getByText(text).count()) > 0
          },
          { interval: 500 },
        )
        .toBe(true)
    const incident = { chain: 'bsc', kind: 'payment_gone', halts: true, detail: {} } as const
    await reportIncident(db, { ...incident, at: wallClock.now() })
    await person.open('/pages/proof/status')
    await comes(english('status.open'))
    const list = page.getByRole('list', { name: english('status.incidents') })
    await list.getByText(english('status.kind.payments')).waitFor()
    await list.getByText(english('status.still')).waitFor()
    await picture(page, 'status out of order')
    const found = (await openIncidents(db)).find(({ kind }) => kind === incident.kind)
    await type('incident', 'resolve', String(found?.id))
    await comes(english('status.fine'))
    await list.getByText(english('status.kind.payments')).waitFor()
    await list.getByText(english('status.from_to')).waitFor()
    await list.getByText(english('status.halted')).waitFor()
    await picture(page, 'status in order again')
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseUnits } from '#kit/amount/amount.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { randomHex } from '#kit/text/random.ts'
import { axe, picture } from '../run/browser.ts'
import { unitsOnChain } from '../run/chain.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { browserMs } from '../run/patience.ts'
import {
  askForOrder,
  backUp,
  bindAddress,
  bindGoogle,
  confirm,
  createWallet,
  dualAnswers,
  newPerson,
  type Person,
  passGates,
  recharge,
} from '../run/person.ts'

import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

async function recordRows({ page }: Person): Promise<string[]> {
  const rows = page.getByRole('list', { name: en('title.records') }).locator('li:not(:has(li))')
  await rows.first().waitFor()
  // Details of an event are collapsed.
  for (const event of await page
    .getByRole('list', { name: en('title.records') })
    .locator('summary')
    .all())
    await event.click()
  return (await rows.allTextContents()).map((text) => text.replace(/[\s\u2066-\u2069]+/g, ' '))
}

/** The steps depend on each other. */
describe('a wallet that receives, invests, earns and withdraws', () => {
  const dataDir = shared.dataDir
  const destination = checksumAddress(`0x${randomHex(20)}`)
  let browser: Browser
  let person: Person
  let codes: () => Promise<string>
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
  })
  afterAll(closePages)

  it('creates an identity wallet and backs it up', async () => {
    await createWallet(person)
    const words = await backUp(person)
    expect(new Set(words.map((word) => /^[a-z]+$/.test(word)))).toEqual(new Set([true]))
    expect(words).toHaveLength(12)
  })

  it('recharges 500 USDT and 200 ATMC, seen confirming and then credited', async () => {
    expect(await recharge(person, 'USDT', '500')).toMatch(/\d+ of 15/)
    await picture(person.page, 'journey-recharge')
    expect(await recharge(person, 'ATMC', '200')).toMatch(/\d+ of 15/)
    await person.open('/pages/wallet/index')
    await person.sees('500')
  })

  it('exchanges 20 USDT for ATMC, for a fee', async () => {
    await person.open('/pages/exchange/index')
    await person.choose('USDT–ATMC')
    await person.type(en('exchange.give'), '20')
    await person.sees(en('exchange.least'))
    await person.press('Exchange')
    await confirm(person)
    await person.sees(en('exchange.done'))
  })

  it('binds an authenticator and a withdrawal address', async () => {
    codes = await bindGoogle(person, shared.dataDir)
    await bindAddress(person, destination, await codes())
  })

  it('buys a dual order of 7 days for 100 USDT, the worst case read first', async () => {
    // Hourly trades by others move the price between quote and purchase.
    await ops({ dataDir }, 'clock', 'advance', '1h', '--yes')
    await askForOrder(person, { product: 1, amount: '100', term: '7 days', reinvest: false })
    await passGates(person, dualAnswers)
    await confirm(person)
    await person.sees(en('order.state.to_be_started'))
    await picture(person.page, 'journey-order')
  })

  it('has principal, interest and POWER in its records nine days later', async () => {
    await ops({ dataDir }, 'clock', 'advance', '9d', '--yes')
    await ops({ dataDir }, 'settle', '--yes')
    await person.page.reload()
    await person.sees('Ended')
    await person.open('/pages/invest/logs?type=income')
    await person.press(/0\.10 USDT/)
    const { page } = person
    const order = page.getByRole('link', { name: en('record.see.order') })
    expect(await order.getAttribute('href')).toMatch(/^#\/pages\/invest\/detail\?id=\d+$/)
    await page.getByRole('link', { name: en('title.money') }).waitFor()
    await person.open('/pages/wallet/logs')
    const rows = await recordRows(person)
    expect(rows.filter((row) => /Order cancel at maturity.*\+100\.00 USDT/.test(row))).toHaveLength(1)
    expect(rows.filter((row) => /Order income.*\+0\.10 USDT/.test(row))).toHaveLength(1)
    expect(rows.filter((row) => /Dual-currency mining release.*\+0\.30 POWER/.test(row))).toHaveLength(7)
    await picture(person.page, 'journey-records')
    expect(await ops({ dataDir }, 'ledger', 'verify')).toContain('Everything holds')
  })

  const follow = async (code: number) => {
    await person.open(`/pages/wallet/logs?code=${code}`)
    const rows = person.page.getByRole('list', { name: en('title.records') })
    const [folded, record] = [rows.locator('summary'), rows.locator('a[href*="/pages/wallet/info"]')]
    await folded.or(record).first().waitFor()
    if (await folded.count()) await folded.first().click()
    await record.first().click()
    await person.press(en('title.money'))
  }

  it('follows its income back to capital of the company, down to an entry of the books', async () => {
    const { page } = person
    await follow(112)
    await person.sees(en('money.roots'))
    await person.sees(en('money.root.company'))
    // A locked amount links to the order, not to the ledger.
    const setAside = page
      .getByRole('list', { name: en('money.latest') })
      .getByRole('link', { name: enPattern('money.set_aside') })
    expect(await setAside.getAttribute('href')).toMatch(/^#\/pages\/invest\/detail\?id=\d+$/)
    for (const other of [en('money.root.fees'), en('money.unknown')])
      expect(await page.getByText(other).count(), other).toBe(0)
    expect(await axe(page)).toEqual([])
    await picture(page, 'journey-money')
    await page
      .getByRole('list', { name: en('money.latest') })
      .locator('a[href*="/pages/proof/money"]')
      .first()
      .click()
    await person.sees(en('money.entry_note'))
    await person.sees('From: Capital')
    expect(await axe(page)).toEqual([])
    await picture(page, 'journey-entry')
  })

  it('follows its fee forward to where it went', async () => {
    const { page } = person
    await follow(105)
    await person.sees(en('money.fee'))
    const parts = page.getByRole('list', { name: en('money.fee') })
    for (const part of ['Pool compound', en('money.fee_company')]) await parts.getByText(part).waitFor()
    expect(await axe(page)).toEqual([])
    await picture(page, 'journey-fee')
  })

  it('withdraws 50 USDT, of which 49.7 arrive on the chain', async () => {
    const held = () => unitsOnChain(dataDir, 'bsc', 'USDT', destination)
    expect(await held()).toBe(0n)
    await person.open('/pages/wallet/withdraw?coin=USDT&chain=bsc')
    await person.type('Amount', '50')
    await person.sees('49.7')
    await person.press('Withdraw')
    await confirm(person, await codes())
    await person.sees(en('pad.done'), 2 * browserMs)
    await picture(person.page, 'journey-withdrawal')
    expect(await held()).toBe(parseUnits('49.7'))
  })

  it('drew no complaint from the browser on the way', () => {
    expect(person.complaints).toEqual([])
  })
})

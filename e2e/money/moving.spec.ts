import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDb } from '#engine/open-db.store.ts'
import { walletAssets } from '#features/balances/balances.contract.ts'
import { renameWallet } from '#features/profile/profile.contract.ts'
import { transferScope } from '#features/transfers/transfer-settings.ts'
import { makeTransfer, transfers } from '#features/transfers/transfers.contract.ts'
import type { Db } from '#kit/store/db.ts'
import { changeSetting } from '#kit/store/settings.store.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { wallClock } from '#kit/time/clock.ts'
import { exchangePairs, exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import { axe, picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { backUp, confirm, createWallet, newPerson, type Person, recharge } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

/** USDT–ATMC. */
const exchangeId = 2

/** The other side is an API client. */
describe('a wallet that transfers and exchanges', () => {
  const dataDir = shared.dataDir
  let browser: Browser
  let db: Db
  let person: Person
  let other: TestClient
  let otherId: string
  beforeAll(async () => {
    browser = await openBrowser()
    db = await openDb({ dataDir })
    other = testClient(shared.address)
    otherId = (await other.createWallet()).walletId
    await other.call(renameWallet, { nickname: 'Margarete' })
    await ops({ dataDir }, 'faucet', otherId, '5000', 'USDT', '--yes')
    person = await newPerson(browser, shared.address)
    await createWallet(person)
    await backUp(person)
    await recharge(person, 'USDT', '500')
  })
  afterAll(async () => {
    await db.close()
    await closePages()
  })
  const setScope = (value: 'any' | 'team') =>
    db.transaction((tx) => changeSetting(tx, transferScope, { value, reason: 'a journey', at: wallClock.now() }))
  const receiver = en('transfer.receiver')

  it('notices a typing error in a wallet ID by its last character', async () => {
    await person.open('/pages/wallet/conver')
    await person.type(receiver, `${otherId.slice(0, 9)}${otherId[9] === '0' ? '1' : '0'}`)
    await person.sees(en('transfer.receiver_wrong'))
  })

  it('pays nobody outside its team while only the team can be paid', async () => {
    await setScope('team')
    await person.open('/pages/wallet/conver?coin=USDT')
    await person.type(receiver, otherId)
    await person.sees(/^Transfers are limited to your own team/)
    await setScope('any')
  })

  it('pays a wallet whose masked nickname it sees first, with a remark both can read', async () => {
    await person.open('/pages/wallet/conver?coin=WLD')
    await person.open('/pages/wallet/conver?coin=USDT')
    await person.type(receiver, otherId)
    await person.sees('M•••e')
    await person.type('Amount', '120.5')
    await person.type(en('transfer.remark'), 'For the bicycle')
    await picture(person.page, 'moving-transfer')
    await person.press(/^Send /)
    await confirm(person)
    await person.sees(en('transfer.done.out'))
    await person.sees('For the bicycle')
    await picture(person.page, 'moving-transfer-receipt')
    const { items } = await other.call(transfers, {})
    expect(items).toMatchObject([{ direction: 'in', coin: 'USDT', amount: '120.5', remark: 'For the bicycle' }])
  })

  it('sees what another wallet pays it at once: nothing on the page asks for it', async () => {
    await person.open('/pages/wallet/index')
    await person.sees('379.50')
    const [sent] = (await other.call(transfers, {})).items
    await other.confirm()
    await other.call(makeTransfer, { receiverId: sent?.receiverId ?? '', coin: 'USDT', amount: '20.25' })
    await person.sees('399.75')
  })

  it('exchanges 100 USDT for ATMC, every cost shown before and kept in the receipt', async () => {
    await person.open('/pages/exchange/index')
    await person.choose('USDT–ATMC')
    await person.type(en('exchange.give'), '100')
    for (const label of [en('exchange.impact'), en('exchange.guide_difference'), en('exchange.least')])
      await person.sees(label)
    await picture(person.page, 'moving-quote')
    await person.press('Exchange')
    await confirm(person)
    await person.sees(en('exchange.done'))
    await person.sees(en('exchange.rate'))
    await picture(person.page, 'moving-receipt')
  })

  it('asks to be told when ATMC costs a little more', async () => {
    const { items } = await other.call(exchangePairs, {})
    const price = Number(items.find(({ id }) => id === exchangeId)?.price)
    await person.open(`/pages/exchange/index?view=pair&pair=${exchangeId}`)
    await person.type('Price in USDT', (price * 1.002).toFixed(8))
    await person.press(en('alert.add'))
    await person.sees(/^Active since/)
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'moving-alert')
  })

  it('exchanges nothing when the price moved meanwhile, and says so', async () => {
    await person.open('/pages/exchange/index')
    await person.choose('USDT–ATMC')
    await person.type(en('exchange.give'), '50')
    await person.sees(en('exchange.least'))
    await person.press('Exchange')
    await person.page.getByRole('dialog').getByText(en('exchange.least')).waitFor()
    await expect.poll(async () => usdtOf(other)).toBe('5100.25')
    const quote = await other.call(exchangeQuote, { exchangeId, direction: 'buy', amount: '5000' })
    await other.confirm()
    await other.call(makeTrade, { exchangeId, direction: 'buy', amount: '5000', least: quote.least })
    await confirm(person)
    await person.sees(enPattern('error.exchange.price_moved'))
    await picture(person.page, 'moving-price-moved')
    await person.open('/pages/exchange/index?view=list')
    await person.sees('USDT → ATMC')
    expect(await person.page.getByText('USDT → ATMC').count()).toBe(1)
  })

  it('is told that it does, and deletes what was reached', async () => {
    await person.open(`/pages/exchange/index?view=pair&pair=${exchangeId}`)
    await person.sees(en('alert.reached'))
    await person.open('/pages/notice/index')
    await person.press(enPattern('own.kind.price_alert'))
    await person.press(/^Delete: ATMC at/)
    await expect.poll(() => person.page.getByText(en('alert.reached')).count()).toBe(0)
  })

  it('finds both in its records, and the books hold', async () => {
    await person.open('/pages/wallet/logs')
    await person.sees(/^To /)
    await person.page
      .getByRole('list', { name: en('title.records') })
      .locator('summary')
      .first()
      .click()
    await person.sees(en('record.5'))
    await picture(person.page, 'moving-records')
    await person.press(en('records.narrow'))
    await person.page.getByLabel(en('records.type'), { exact: true }).selectOption('4')
    await person.sees('+20.25 USDT')
    const [file] = await Promise.all([person.page.waitForEvent('download'), person.press(en('records.csv'))])
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 5))).toEqual([
      ['USDT', '4', en('record.4'), '20.25'],
      ['USDT', '4', en('record.4'), '-120.5'],
    ])
    // The URL keeps the choice for reloads and back.
    const choice = () => person.page.getByLabel(en('records.type'), { exact: true }).inputValue()
    await person.page.reload()
    await person.sees(en('records.narrowed', { count: '1' }))
    await person.press(/-120.50 USDT/)
    await person.sees('Receiving wallet ID')
    await person.page.goBack()
    await person.sees('+20.25 USDT')
    expect(await choice()).toBe('4')
    await person.press(/-120.50 USDT/)
    await person.sees('Receiving wallet ID')
    await person.sees('For the bicycle')
    await picture(person.page, 'moving-record')
    await person.press(en('record.see.transfer'))
    await person.sees(en('transfer.done.out'))
    expect(await ops({ dataDir }, 'ledger', 'verify')).toContain('Everything holds')
    expect(person.complaints).toEqual([])
  })
})

async function usdtOf(client: TestClient): Promise<string | undefined> {
  const { items } = await client.call(walletAssets, {})
  return items.find(({ coin }) => coin === 'USDT')?.available
}

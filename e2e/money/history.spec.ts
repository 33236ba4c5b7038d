import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletRecords } from '#features/balances/balances.contract.ts'
import { makeTransfer } from '#features/transfers/transfers.contract.ts'
import { checksumAddress } from '#kit/chain/evm-address.ts'
import { en } from '#kit/test/test-texts.ts'
import { randomHex } from '#kit/text/random.ts'
import { exchangeQuote, makeTrade } from '#market/trade/exchange.contract.ts'
import { testClient } from '#server/test/test-client.ts'
import { axe, faultsOfPage, picture, visitOf } from '../run/browser.ts'
import { type Held, signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import {
  askForOrder,
  askForWithdrawal,
  bindAddress,
  confirm,
  dualAnswers,
  type Person,
  passGates,
  personOf,
} from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const zone = 'Pacific/Honolulu'

describe('history', () => {
  const dataDir = shared.dataDir
  let browser: Browser
  let person: Person
  let held: Held
  let otherId: string
  beforeAll(async () => {
    browser = await openBrowser()
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
      ...{ locale: 'en', timezoneId: zone, reducedMotion: 'reduce', serviceWorkers: 'block', acceptDownloads: true },
    })
    person = personOf(await visitOf(context), shared.address)
    const other = testClient(shared.address)
    otherId = (await other.createWallet()).walletId
    held = await signIn(person, { coins: { USDT: '500', ATMC: '200' }, google: { dataDir } })
    const { client } = held
    await client.confirm()
    await client.call(makeTransfer, { receiverId: otherId, coin: 'USDT', amount: '20' })
    const { least } = await client.call(exchangeQuote, { exchangeId: 2, direction: 'buy', amount: '10' })
    await client.confirm()
    await client.call(makeTrade, { exchangeId: 2, direction: 'buy', amount: '10', least })
  })
  afterAll(closePages)

  const row = (title: string | RegExp) =>
    person.page
      .getByRole('list', { name: en('title.records') })
      .getByRole('listitem')
      .filter({ hasText: title })

  it('has one row for each act, with its direction, the other side and how far it is', async () => {
    await askForOrder(person, { product: 1, amount: '100', term: '7 days', reinvest: true })
    await passGates(person, dualAnswers)
    await confirm(person)
    await person.sees(en('order.state.to_be_started'))
    await bindAddress(person, checksumAddress(`0x${randomHex(20)}`), await held.codes())
    await askForWithdrawal(person, '50', await held.codes())
    await person.sees(en('withdraw.one'))
    await person.open('/pages/wallet/logs')
    const sent = `To ${otherId.slice(0, 4)}…${otherId.slice(-4)}`
    await person.sees(sent)
    for (const [title, amount, state] of [
      [sent, '−20.00 USDT', en('withdraw.state.done')],
      ['Exchange', '−10.00 USDT', en('withdraw.state.done')],
      ['Invested in Dual-currency mining', '−100.00 USDT', en('withdraw.state.done')],
      [en('withdraw.one'), '−50.00 USDT', en('withdraw.state.held')],
      ['Deposit', '+500.00 USDT', en('withdraw.state.done')],
    ] as const) {
      // Blanks and direction marks separate the figure from its coin.
      const [figure = '', coin = ''] = amount.split(' ')
      const found = row(title).filter({
        hasText: new RegExp(`${figure.replace('+', '\\+').replace('−', '[-−]')}[\\s\\u2066-\\u2069]*${coin}`),
      })
      await expect.poll(() => found.count(), { message: title }).toBe(1)
      expect(await found.innerText(), title).toContain(state)
    }
    expect(await axe(person.page)).toEqual([])
    expect(await faultsOfPage(person.page)).toEqual([])
    await picture(person.page, 'history')
  })

  it('shows under a day what its heading says, and nothing under the next', async () => {
    const { items } = await held.client.call(walletRecords, {})
    const dayOf = (at: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(at))
    const day = dayOf(items[0]?.at ?? '')
    const heading = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: zone }).format(
      new Date(items[0]?.at ?? ''),
    )
    await person.open(`/pages/wallet/logs?from=${day}&until=${day}`)
    await person.sees('Days in your time zone: Hawaii-Aleutian Standard Time')
    await person.sees(heading)
    await expect.poll(() => person.page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([heading])
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    await person.open(`/pages/wallet/logs?from=${next}&until=${next}`)
    await person.sees(en('records.none'))
  })

  it('keeps a receipt as a picture', async () => {
    await person.open('/pages/wallet/logs')
    await row(/^To /).getByRole('link').click()
    const [file] = await Promise.all([person.page.waitForEvent('download'), person.press(en('receipt.save'))])
    expect(file.suggestedFilename()).toMatch(/^glasshouse-record-\d+\.png$/)
    const png = await readFile(await file.path())
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    // The width in the PNG header.
    expect(png.readUInt32BE(16)).toBe(1080)
    expect(person.complaints).toEqual([])
  })
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { axe, faultsOfPage, picture } from './browser.ts'
import { signIn } from './holder.ts'
import { closePages, openBrowser } from './open-browser.ts'
import { confirm, newPerson, type Person } from './person.ts'
import { ops } from './product.ts'

const off =
  'Trading for money is not offered where you live. Trades and ads you have can still be finished and taken back.'

async function declareRegion({ page, open, press, sees }: Person, region = 'SG'): Promise<void> {
  await open('/pages/otc/index')
  await press('Say where you live')
  await sees('Where do you live?')
  await page.getByLabel('Country or region', { exact: true }).selectOption(region)
  await press('I live there')
  await sees(region === 'SG' ? 'Amount I want to trade' : off)
}

async function lookLike({ page }: Person, language: string): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('boot', kept), JSON.stringify({ language, theme: 'dark' }))
  await page.reload()
  await page.getByRole('main').waitFor()
}

describe('USDT sold for money, from person to person', () => {
  const dataDir = inject('dataDir')
  let browser: Browser
  let seller: Person
  let buyer: Person
  beforeAll(async () => {
    browser = await openBrowser()
    seller = await newPerson(browser, inject('address'))
    buyer = await newPerson(browser, inject('address'), true)
    for (const person of [seller, buyer]) {
      await signIn(person, person === seller ? { coins: { USDT: '500' } } : {})
      await declareRegion(person)
    }
  })
  afterAll(closePages)

  it('the seller posts an ad, and its coins are set aside', async () => {
    await seller.open('/pages/wallet/index')
    await seller.press(/^Buy and sell USDT for money/)
    await seller.press('My ads')
    await seller.press('Post an ad')
    await seller.choose('SGD')
    await seller.type('Quantity', '300')
    await seller.type('SGD for 1 USDT', '1.3')
    await seller.type('Least of one order', '50')
    await seller.type('Most of one order', '300')
    await seller.choose('Bank account')
    await seller.type('Name on the account', 'Ana Ruiz')
    await seller.type('Bank', 'DBS')
    await seller.type('Account number or IBAN', '003 912345 6')
    await picture(seller.page, 'otc-ad')
    await seller.page.getByRole('main').getByRole('button', { name: 'Post an ad', exact: true }).click()
    await confirm(seller)
    await seller.sees('Sells USDT for SGD')
    await picture(seller.page, 'otc-my-ads')
  })

  it('the buyer takes 100 USDT of it, pays, and says in which name', async () => {
    await buyer.open('/pages/otc/index?side=buy&fiat=SGD')
    await buyer.sees('Price of 1 USDT')
    await picture(buyer.page, 'otc-market')
    await buyer.page.getByRole('link', { name: 'Buy', exact: true }).first().click()
    await buyer.type('Amount to buy', '100')
    await buyer.sees('130.00')
    await picture(buyer.page, 'otc-take')
    await buyer.page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click()
    await confirm(buyer)
    await buyer.sees('Pay to this account')
    await buyer.sees('Ana Ruiz')
    await picture(buyer.page, 'otc-order-buyer')
    await buyer.type('Name on the account you paid from', 'Ben Khan')
    await buyer.press('I have paid')
    await buyer.page.getByRole('dialog').getByRole('button', { name: 'I have paid', exact: true }).click()
    await buyer.sees('The seller checks their account')
    await buyer.type('Write a message', 'Paid just now, thank you.')
    await buyer.press('Send')
  })

  it('they write to each other, the buyer in Urdu, from right to left', async () => {
    await lookLike(buyer, 'ur')
    expect(await buyer.page.evaluate<string>('document.documentElement.dir')).toBe('rtl')
    await buyer.sees('Paid just now, thank you.')
    const field = buyer.page.getByRole('main').locator('textarea')
    await field.fill('میں نے بینک سے رقم بھیج دی ہے۔ رسید نمبر 4471۔')
    await buyer.page.getByRole('button', { name: 'بھیجیں', exact: true }).click()
    await seller.open('/pages/otc/orders')
    await seller.press(/Sold USDT/)
    await seller.sees('میں نے بینک سے رقم بھیج دی ہے۔ رسید نمبر 4471۔')
    await seller.type('Write a message', 'One moment, I look at my account.')
    await seller.press('Send')
    await buyer.sees('One moment, I look at my account.')
    await buyer.page.getByText('پڑھا گیا', { exact: true }).nth(1).waitFor({ state: 'attached' })
    await seller.page.getByText('Read', { exact: true }).first().waitFor({ state: 'attached' })
    expect(await axe(buyer.page)).toEqual([])
    expect(await faultsOfPage(buyer.page)).toEqual([])
    await field.scrollIntoViewIfNeeded()
    await picture(buyer.page, 'otc-chat-urdu')
    await buyer.page.evaluate('scrollTo(0, 0)')
    await picture(buyer.page, 'otc-order-urdu')
    await picture(seller.page, 'otc-chat-seller')
    await lookLike(buyer, 'en')
  })

  it('the seller is warned of a name that only looks alike, and releases for the right one', async () => {
    await seller.sees('Ben Khan')
    await seller.sees('Paid just now, thank you.')
    await seller.type('Name on the payment that came', 'Ben Kham')
    await seller.sees('The names only look alike')
    await picture(seller.page, 'otc-order-seller')
    await seller.type('Name on the payment that came', 'KHAN BEN')
    await seller.press('Release the coins')
    await confirm(seller)
    await seller.sees('The coins are with the buyer')
    await buyer.sees('The coins are in your wallet')
    await picture(buyer.page, 'otc-released')
    await buyer.open('/pages/wallet/logs')
    await buyer.sees('Trade for money')
    expect(await ops({ dataDir }, 'ledger', 'verify')).toContain('Everything holds')
  })

  it('a second trade goes into a dispute, which the operators decide', async () => {
    await buyer.open('/pages/otc/index?side=buy&fiat=SGD')
    await buyer.page.getByRole('link', { name: 'Buy', exact: true }).first().click()
    await buyer.type('Amount to buy', '60')
    await buyer.page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click()
    await confirm(buyer)
    await buyer.type('Name on the account you paid from', 'Ben Khan')
    await buyer.press('I have paid')
    await buyer.page.getByRole('dialog').getByRole('button', { name: 'I have paid', exact: true }).click()
    await buyer.sees('The seller checks their account')
    await buyer.press('Open a dispute')
    await buyer.type('What happened', 'I paid an hour ago.')
    await buyer.page.getByRole('main').getByRole('button', { name: 'Open a dispute', exact: true }).click()
    await buyer.sees('Waits for an operator’s decision')
    await picture(buyer.page, 'otc-dispute')
    const [, id = ''] = /id=(\d+)/.exec(buyer.page.url()) ?? []
    for (const side of [buyer, seller]) await side.open(`/pages/otc/order?id=${id}`)
    await buyer.type('Write a message', 'It left my account an hour ago.')
    await buyer.press('Send')
    await seller.sees('It left my account an hour ago.')
    await ops({ dataDir }, 'chat', 'answer', `otc:${id}`, 'We ask the bank.')
    for (const side of [buyer, seller]) {
      await side.sees('We ask the bank.')
      await side.sees('Support · demo-one')
    }
    await picture(seller.page, 'otc-chat-staff')
    await buyer.open(`/pages/otc/dispute?id=${id}`)
    await buyer.sees('The seller can answer until')
    await seller.open(`/pages/otc/dispute?id=${id}`)
    await seller.type('Your answer', 'I was away and did not see it.')
    await picture(seller.page, 'otc-answer')
    await seller.press('Send answer')
    await confirm(seller)
    await buyer.sees('I was away and did not see it.')
    await ops({ dataDir }, 'otc', 'decide', id, 'all', 'The', 'bank', 'confirms', 'the', 'payment', '--yes')
    await buyer.sees('The bank confirms the payment')
    await seller.open(`/pages/otc/dispute?id=${id}`)
    await seller.sees('The bank confirms the payment')
  })

  it('where it is off every way leads to the reason, and nothing can be begun', async () => {
    const stranger = await newPerson(browser, inject('address'))
    await signIn(stranger, { activate: false })
    await stranger.open('/pages/otc/ad')
    await stranger.sees('What is offered depends on where you live. We ask once.')
    await stranger.open('/pages/otc/take?id=1')
    await stranger.sees('What is offered depends on where you live. We ask once.')
    await declareRegion(stranger, 'US')
    for (const path of ['index', 'take?id=1', 'ad', 'ads']) {
      await stranger.open(`/pages/otc/${path}`)
      await stranger.sees(off)
      expect(await stranger.page.getByRole('main').getByRole('textbox').count(), path).toBe(0)
    }
    await picture(stranger.page, 'otc-off')
    await stranger.open('/pages/otc/orders')
    await stranger.sees('No trade yet.')
    for (const path of ['order', 'dispute']) {
      await stranger.open(`/pages/otc/${path}?id=1`)
      await stranger.sees('You have no such transaction.')
    }
    for (const path of ['/pages/index/index', '/pages/wallet/index']) {
      await stranger.open(path)
      await stranger.press(/^Buy and sell USDT for money/)
      await stranger.sees(off)
    }
    await stranger.context.close()
  })
})

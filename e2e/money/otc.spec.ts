import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { axe, faultsOfPage, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { confirm, newPerson, type Person, pressConfirm } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

const off = en('otc.off')

async function declareRegion({ page, open, press, sees }: Person, region = 'SG'): Promise<void> {
  await open('/pages/otc/index')
  await press(en('otc.region_button'))
  await sees(en('region.title'))
  await page.getByLabel(en('region.label'), { exact: true }).selectOption(region)
  await press(en('region.declare'))
  await sees(region === 'SG' ? en('otc.filter_amount') : off)
}

async function lookLike({ page }: Person, language: string): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('boot', kept), JSON.stringify({ language, theme: 'dark' }))
  await page.reload()
  await page.getByRole('main').waitFor()
}

describe('USDT sold for money, from person to person', () => {
  const dataDir = shared.dataDir
  let browser: Browser
  let seller: Person
  let buyer: Person
  beforeAll(async () => {
    browser = await openBrowser()
    seller = await newPerson(browser, shared.address)
    buyer = await newPerson(browser, shared.address, true)
    for (const person of [seller, buyer]) {
      await signIn(person, person === seller ? { coins: { USDT: '500' } } : {})
      await declareRegion(person)
    }
  })
  afterAll(closePages)

  it('the seller posts an ad, and its coins are set aside', async () => {
    await seller.open('/pages/wallet/index')
    await seller.press(enPattern('home.otc'))
    await seller.press('My ads')
    await seller.press(en('otc.post'))
    await seller.choose('SGD')
    await seller.type('Quantity', '300')
    await seller.type(en('otc.price_of', { fiat: 'SGD', coin: 'USDT' }), '1.3')
    await seller.type(en('otc.least'), '50')
    await seller.type(en('field.most'), '300')
    await seller.choose(en('otc.method.bank'))
    await seller.type('Name on the account', 'Ana Ruiz')
    await seller.type('Bank', 'DBS')
    await seller.type('Account number or IBAN', '003 912345 6')
    await picture(seller.page, 'otc-ad')
    await seller.page
      .getByRole('main')
      .getByRole('button', { name: en('otc.post'), exact: true })
      .click()
    await confirm(seller)
    await seller.sees('Sells USDT for SGD')
    await picture(seller.page, 'otc-my-ads')
  })

  it('the buyer takes 100 USDT of it, pays, and says in which name', async () => {
    await buyer.open('/pages/otc/index?side=buy&fiat=SGD')
    await buyer.sees('Price of 1 USDT')
    await picture(buyer.page, 'otc-market')
    await buyer.page.getByRole('link', { name: 'Buy', exact: true }).first().click()
    await buyer.type(en('otc.amount_buy'), '100')
    await buyer.sees('130.00')
    await picture(buyer.page, 'otc-take')
    await buyer.page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click()
    await confirm(buyer)
    await buyer.sees(en('otc.pay_to'))
    await buyer.sees('Ana Ruiz')
    await picture(buyer.page, 'otc-order-buyer')
    await buyer.type(en('otc.payer_name'), 'Ben Khan')
    await buyer.press(en('otc.i_paid'))
    await pressConfirm(buyer)
    await buyer.sees(en('otc.wait_release'))
    await buyer.type(en('chat.write'), 'Paid just now, thank you.')
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
    await seller.type(en('chat.write'), 'One moment, I look at my account.')
    await seller.press('Send')
    await buyer.sees('One moment, I look at my account.')
    await buyer.page.getByText('پڑھا گیا', { exact: true }).nth(1).waitFor({ state: 'attached' })
    await seller.page.getByText(en('chat.mark.read'), { exact: true }).first().waitFor({ state: 'attached' })
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
    await seller.type(en('otc.seen_name'), 'Ben Kham')
    await seller.sees(en('otc.name_similar'))
    await picture(seller.page, 'otc-order-seller')
    await seller.type(en('otc.seen_name'), 'KHAN BEN')
    await seller.press(en('otc.release'))
    await confirm(seller)
    await seller.sees('The coins are with the buyer')
    await buyer.sees('The coins are in your wallet')
    await picture(buyer.page, 'otc-released')
    await buyer.open('/pages/wallet/logs')
    await buyer.sees(en('record.event.otc'))
    expect(await ops({ dataDir }, 'ledger', 'verify')).toContain('Everything holds')
  })

  it('a second trade goes into a dispute, which the operators decide', async () => {
    await buyer.open('/pages/otc/index?side=buy&fiat=SGD')
    await buyer.page.getByRole('link', { name: 'Buy', exact: true }).first().click()
    await buyer.type(en('otc.amount_buy'), '60')
    await buyer.page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click()
    await confirm(buyer)
    await buyer.type(en('otc.payer_name'), 'Ben Khan')
    await buyer.press(en('otc.i_paid'))
    await pressConfirm(buyer)
    await buyer.sees(en('otc.wait_release'))
    await buyer.press(en('otc.dispute_open'))
    await buyer.type('What happened', 'I paid an hour ago.')
    await buyer.page
      .getByRole('main')
      .getByRole('button', { name: en('otc.dispute_open'), exact: true })
      .click()
    await buyer.sees(en('otc.dispute_waits'))
    await picture(buyer.page, 'otc-dispute')
    const [, id = ''] = /id=(\d+)/.exec(buyer.page.url()) ?? []
    for (const side of [buyer, seller]) await side.open(`/pages/otc/order?id=${id}`)
    await buyer.type(en('chat.write'), 'It left my account an hour ago.')
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
    await seller.type(en('otc.answer'), 'I was away and did not see it.')
    await picture(seller.page, 'otc-answer')
    await seller.press(en('otc.answer_send'))
    await confirm(seller)
    await buyer.sees('I was away and did not see it.')
    await ops({ dataDir }, 'otc', 'decide', id, 'all', 'The', 'bank', 'confirms', 'the', 'payment', '--yes')
    await buyer.sees('The bank confirms the payment')
    await seller.open(`/pages/otc/dispute?id=${id}`)
    await seller.sees('The bank confirms the payment')
  })

  it('where it is off every way leads to the reason, and nothing can be begun', async () => {
    const stranger = await newPerson(browser, shared.address)
    await signIn(stranger, { activate: false })
    await stranger.open('/pages/otc/ad')
    await stranger.sees(en('otc.region'))
    await stranger.open('/pages/otc/take?id=1')
    await stranger.sees(en('otc.region'))
    await declareRegion(stranger, 'US')
    for (const path of ['index', 'take?id=1', 'ad', 'ads']) {
      await stranger.open(`/pages/otc/${path}`)
      await stranger.sees(off)
      expect(await stranger.page.getByRole('main').getByRole('textbox').count(), path).toBe(0)
    }
    await picture(stranger.page, 'otc-off')
    await stranger.open('/pages/otc/orders')
    await stranger.sees(en('otc.no_orders'))
    for (const path of ['order', 'dispute']) {
      await stranger.open(`/pages/otc/${path}?id=1`)
      await stranger.sees(en('error.otc.transaction_missing'))
    }
    for (const path of ['/pages/index/index', '/pages/wallet/index']) {
      await stranger.open(path)
      await stranger.press(enPattern('home.otc'))
      await stranger.sees(off)
    }
    await stranger.context.close()
  })
})

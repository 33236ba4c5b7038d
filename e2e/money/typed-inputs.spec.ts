import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { declareRegion } from '#features/investing/gates/gates.contract.ts'
import { newWalletId } from '#identity/wallet-id.ts'
import { en } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const family = '👨🏻\u200d👩🏻\u200d👧🏻\u200d👦🏻'

describe('what people paste and type', () => {
  const dataDir = shared.dataDir
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    const { client } = await signIn(person, { coins: { USDT: '100' }, google: { dataDir } })
    await client.call(declareRegion, { region: 'SG' })
  })
  afterAll(closePages)
  const field = (label: string) =>
    person.page.getByLabel(label, { exact: true }).and(person.page.locator('input, textarea')).filter({ visible: true })
  /** Like a keyboard paste: all text in one input event. */
  const pasteInto = async (label: string, text: string) => {
    await field(label).last().selectText()
    await person.page.keyboard.insertText(text)
  }
  const typedIn = (label: string) => field(label).last().inputValue()

  it('is an address with what nobody sees, a capital X or a whole URI, and none of another network', async () => {
    const label = 'Your address on BNB Smart Chain'
    await person.open('/pages/my/address?chain=bsc')
    await field(label).waitFor()
    for (const text of [`${address}\u200b`, address.replace('0x', '0X'), `ethereum:${address}@56`]) {
      await pasteInto(label, '')
      await pasteInto(label, text)
      await person.sees(en('address.checked'))
      expect(await typedIn(label), text).toBe(address)
    }
    await pasteInto(label, '')
    await pasteInto(label, `ethereum:${address}@1`)
    await person.sees('This code is for Ethereum. Use an address on BNB Smart Chain.')
    expect(await typedIn(label)).toBe('')
    await picture(person.page, 'an address of another network')
    expect(await axe(person.page)).toEqual([])
  })

  it('is a receiver, a coin and an amount in a link', async () => {
    const id = newWalletId()
    await person.open('/pages/wallet/conver')
    await pasteInto(
      en('transfer.receiver'),
      `https://wallet.example/#/pages/wallet/conver?coin=WLD&to=${id}&amount=2.5`,
    )
    await person.sees(/asks you for 2\.50\sWLD/)
    expect(person.page.url()).toContain(`to=${id}`)
    await expect.poll(() => typedIn('Amount')).toBe('2.5')
  })

  it('is a name as long as a person counts, cleaned, and never cut', async () => {
    await person.open('/pages/my/nickname')
    await pasteInto('Nickname', family.repeat(24))
    await person.sees(en('form.too_long', { most: '20', count: '24' }))
    expect(await typedIn('Nickname')).toBe(family.repeat(24))
    await picture(person.page, 'a nickname too long')
    await pasteInto('Nickname', '\u200b\u2060')
    await person.sees(en('form.missing', { what: 'Nickname' }))
    await pasteInto('Nickname', `Ana\u202e${family.repeat(17)}`)
    await person.press('Save')
    await person.sees(en('nickname.saved'))
    await person.open('/pages/my/nickname')
    await expect.poll(() => typedIn('Nickname')).toBe(`Ana${family.repeat(17)}`)
  })

  it('is an IBAN with no-break spaces, and one with a typing error is told at its field', async () => {
    const label = 'Account number or IBAN'
    await person.open('/pages/otc/ads')
    await person.press(en('otc.post'))
    await person.choose(en('otc.method.bank'))
    await person.type(label, 'DE89 3704 0044 0532 0130 01')
    await person.sees(en('otc.detail.iban_typo'))
    await picture(person.page, 'an IBAN with a typing error')
    await person.type(label, 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000')
    await expect.poll(() => person.page.getByText(en('otc.detail.iban_typo')).count()).toBe(0)
  })

  it('is a picture that the browser cannot read, by its kind', async () => {
    await person.open('/pages/my/info')
    await person.press(en('avatar.change'))
    const choose = (name: string, start: string) =>
      person.page
        .getByLabel('Add a picture')
        .setInputFiles({ name, mimeType: 'image/heic', buffer: Buffer.from(start, 'latin1') })
    await choose('photo.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic')
    await person.sees('This browser can’t read HEIC pictures.')
    await choose('bill.heic', '%PDF-1.7')
    await person.sees('This file is not a picture.')
    await choose('cloud.heic', '')
    await person.sees('This file is empty.')
  })

  it('stays when a step back closes a sheet of a screen that was opened by its address', async () => {
    await person.page.goto('about:blank')
    await person.page.goto(`${person.address}/#/pages/wallet/conver`)
    await person.type(en('transfer.receiver'), 'Q57C')
    await person.press(en('scan.title'))
    const sheet = person.page.getByRole('dialog', { name: en('scan.title') })
    await sheet.waitFor()
    await person.page.evaluate('history.back()')
    await sheet.waitFor({ state: 'hidden' })
    expect(await typedIn(en('transfer.receiver'))).toBe('Q57C')
    expect(person.page.url()).toContain('/pages/wallet/conver')
  })

  it('shows in the colours of the system alone what is chosen and what is on', async () => {
    await person.page.goto(`${person.address}/#/pages/my/settings`)
    await person.page.emulateMedia({ forcedColors: 'active' })
    const tellsApart = (all: string, chosen: string) =>
      person.page.evaluate<boolean>(`{
        const ground = (element) => getComputedStyle(element).backgroundColor
        const all = [...document.querySelectorAll(${JSON.stringify(all)})]
        const isChosen = (element) => element.matches(${JSON.stringify(chosen)})
        const [chosen, others] = [all.filter(isChosen), all.filter((each) => !isChosen(each)).map(ground)]
        chosen.length > 0 && others.length > 0 && chosen.every((each) => !others.includes(ground(each)))
      }`)
    await expect.poll(() => tellsApart('label:has(> input.sr-only[type=radio])', ':has(:checked)')).toBe(true)
    await person.page.evaluate(`{
      const [one] = document.querySelectorAll('.switch')
      const other = one.cloneNode()
      other.checked = !one.checked
      one.after(other)
    }`)
    await expect.poll(() => tellsApart('.switch', ':checked')).toBe(true)
    await picture(person.page, 'settings in forced colours')
    await person.open('/pages/index/index')
    await expect.poll(() => tellsApart('nav.tabs a', '[aria-current]')).toBe(true)
    await picture(person.page, 'home in forced colours')
    await person.open(`/pages/wallet/conver?coin=USDT&to=${newWalletId()}`)
    await expect.poll(() => tellsApart('label:has(> input.sr-only[type=radio])', ':has(:checked)')).toBe(true)
    await picture(person.page, 'transfer in forced colours')
    await person.page.emulateMedia({ forcedColors: 'none' })
  })

  it('leaves a QR code the room that a very narrow window has', async () => {
    await person.page.setViewportSize({ width: 195, height: 422 })
    for (const path of [
      '/pages/wallet/recharge?coin=USDT&chain=bsc',
      '/pages/invite/index',
      '/pages/wallet/conver?view=ask&coin=USDT',
    ]) {
      await person.open('/pages/index/index')
      await person.open(path)
      await person.page.getByRole('img', { name: /QR/ }).filter({ visible: true }).first().waitFor()
      await picture(person.page, `narrow ${path.replace(/\W+/g, ' ')}`)
      expect(await person.page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(195)
    }
    await person.page.setViewportSize({ width: 390, height: 844 })
    expect(person.complaints).toEqual([])
  })
})

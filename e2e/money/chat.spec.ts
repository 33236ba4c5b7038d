import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffText } from '#chat/staff-text.ts'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { en } from '#kit/test/test-texts.ts'
import { sayFrom } from '#kit/text/catalogue.server.ts'
import { axe, picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { createWallet, newPerson, type Person } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

const urdu = (id: Parameters<typeof sayFrom>[1]) => sayFrom('ur', id)

/** Only the fields that this test changes. */
type Told = {
  readonly subject: string
  readonly items: { nth: number; at: string; operator: string; text: string; signature: string }[]
  staff: { operator: string; publicKey: string }[]
}

/** The steps depend on each other. */
describe('a conversation with support', () => {
  let browser: Browser
  let person: Person
  let walletId: string
  const company = { dataDir: shared.dataDir }
  const say = async (text: string) => {
    await person.page.getByRole('main').locator('textarea').fill(text)
    await person.page.getByRole('button', { name: /^(Send|بھیجیں)$/ }).click()
  }
  const lookLike = async (language: string, theme: string) => {
    await person.page.evaluate((kept) => localStorage.setItem('boot', kept), JSON.stringify({ language, theme }))
    await person.page.reload()
    await person.page.getByRole('main').waitFor()
  }
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await createWallet(person)
    await lookLike('ur', 'light')
  })
  afterAll(closePages)

  it('begins from home, in the reader’s language, with the number of what went wrong', async () => {
    await person.open('/pages/index/index')
    await person.page.getByRole('link', { name: urdu('home.link.online_service') }).click()
    await person.sees(urdu('chat.empty_support'))
    await person.sees(urdu('chat.never_words'))
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'chat empty urdu')
    await person.open('/pages/chat/index?reference=Ab3_x9')
    const field = person.page.getByRole('main').locator('textarea')
    await expect.poll(() => field.inputValue()).toBe('حوالہ: Ab3_x9\n')
    await say('حوالہ: Ab3_x9\nمیری رقم کہاں ہے؟ https://example.com')
    await person.sees('میری رقم کہاں ہے؟')
    await person.page.getByText(urdu('chat.mark.delivered')).waitFor({ state: 'attached' })
    expect(await person.page.getByRole('main').locator('a[href*="example.com"]').count()).toBe(0)
  })

  it('keeps what is written without a network, and sends it once', async () => {
    await person.context.setOffline(true)
    await say('کیا آپ وہاں ہیں؟')
    await person.page.getByText(urdu('chat.mark.sending')).waitFor({ state: 'attached' })
    await picture(person.page, 'chat offline urdu')
    await person.context.setOffline(false)
    await person.page.getByText(urdu('chat.mark.sending')).waitFor({ state: 'detached' })
    expect(await person.page.getByText('کیا آپ وہاں ہیں؟').count()).toBe(1)
  })

  it('refuses words of a phrase before they leave the device', async () => {
    await say('legal winner thank year wave sausage worth useful legal winner thank yellow')
    await person.sees(urdu('error.chat.words'))
    await person.page.getByRole('main').locator('textarea').fill('')
    expect(person.complaints).toEqual([])
  })

  it('takes a picture, and shows it as it is kept', async () => {
    const buffer = testPng(320, 200, { pixel: (x, y) => [(x * 3) % 255, 117, (y * 5) % 255, 255] })
    await person.page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await person.page.getByRole('button', { name: urdu('chat.picture_remove') }).waitFor()
    await say('یہ دیکھیں')
    const size = () => person.page.evaluate<number>("document.querySelector('main ol img')?.naturalWidth ?? 0")
    await expect.poll(size).toBe(320)
  })

  it('is answered by the operator, with a signature the app has checked', async () => {
    const listed = await ops(company, 'chat', 'list')
    walletId = /^([0-9A-Z]{10}) {2}3 unread.* {2}ur$/m.exec(listed)?.[1] ?? ''
    expect(walletId).not.toBe('')
    expect(await ops(company, 'chat', 'read', walletId)).toContain('میری رقم کہاں ہے؟')
    await person.page.getByText(urdu('chat.mark.read'), { exact: true }).first().waitFor({ state: 'attached' })
    await ops(company, 'chat', 'answer', walletId, '--template', 'withdrawal')
    await person.sees(sayFrom('ur', 'chat.staff', { operator: 'demo-one' }))
    await person.sees(urdu('answer.withdrawal'))
    await person.page.getByText(urdu('chat.signed')).click()
    await person.sees(urdu('chat.demo_key'))
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'chat urdu')
  })

  it('is shown a picture of staff, and none of other bytes than were signed', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'staff-')), 'here.png')
    const pixel = (x: number, y: number) => [(x * 2) % 255, (y * 3) % 255, 90, 255]
    writeFileSync(path, testPng(300, 180, { pixel }))
    await ops(company, 'chat', 'answer', walletId, 'یہاں دبائیں', '--picture', path)
    await person.sees('یہاں دبائیں')
    const widths = () =>
      person.page.evaluate<number[]>("[...document.querySelectorAll('main ol img')].map((each) => each.naturalWidth)")
    await expect.poll(widths).toEqual([320, 300])
    await picture(person.page, 'chat staff picture urdu')
    await person.page.route('**/api/chat/picture?**', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { bytes: string } }
      json.data.bytes = Buffer.concat([Buffer.from(json.data.bytes, 'base64'), Buffer.from([0])]).toString('base64')
      await route.fulfill({ response, json })
    })
    await person.page.reload()
    await person.sees(urdu('chat.picture_failed'))
    await expect.poll(widths).toEqual([320])
    await person.page.unrouteAll({ behavior: 'wait' })
    await person.page.reload()
    await expect.poll(widths).toEqual([320, 300])
  })

  it('counts what is unread, and looks right in the dark, in English and wide', async () => {
    await person.open('/pages/my/settings')
    await ops(company, 'chat', 'answer', walletId, 'One more thing: it has been sent.')
    await person.page.getByText('1 نیا پیغام').waitFor({ state: 'attached' })
    await picture(person.page, 'settings unread urdu')
    await lookLike('en', 'dark')
    await person.open('/pages/index/index')
    await person.page.getByText('1 unread message').waitFor({ state: 'attached' })
    await picture(person.page, 'home unread dark')
    await person.open('/pages/chat/index')
    await person.sees('One more thing')
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'chat dark')
    await person.page.setViewportSize({ width: 1200, height: 800 })
    await lookLike('en', 'light')
    await person.sees('One more thing')
    await picture(person.page, 'chat wide')
    await person.page.setViewportSize({ width: 390, height: 844 })
  })

  const forge = (change: (data: Told) => void) =>
    person.page.route('**/api/chat/messages?**', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: Told }
      change(json.data)
      await route.fulfill({ response, json })
    })
  const isForged = async () => {
    await person.page.reload()
    await person.sees(en('chat.forged'))
    expect(await person.page.getByText('send us your words').count()).toBe(0)
    await person.page.unrouteAll({ behavior: 'wait' })
  }

  it('shows nothing of a message that claims to be of staff and is not', async () => {
    await forge(({ items: [newest] }) => {
      if (newest) newest.text = 'Please send us your words'
    })
    await isForged()
    await picture(person.page, 'chat forged')
  })

  it('nor of one that is signed by another key under a name it knows', async () => {
    const key = new Uint8Array(32).fill(7)
    await forge((data) => {
      const [newest] = data.items
      if (!newest) return
      const { nth, operator } = newest
      const text = 'Please send us your words'
      const said = { kind: 'support', subject: data.subject, nth, at: new Date(newest.at), operator, text } as const
      Object.assign(newest, { text, signature: signWith(staffText(said), key) })
      data.staff = data.staff.map((one) => ({ ...one, publicKey: publicTextOf(key) }))
    })
    await isForged()
    await person.page.reload()
    await person.sees('it has been sent')
  })

  it('is closed by the operator, and opened again by the next message', async () => {
    await ops(company, 'chat', 'close', walletId)
    await person.sees(en('chat.closed_support'))
    await say('It came. Thank you!')
    await person.page.getByText(en('chat.closed_support')).waitFor({ state: 'detached' })
    expect(person.complaints).toEqual([])
  })
})

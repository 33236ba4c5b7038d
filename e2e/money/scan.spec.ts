import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { encodeQR } from 'qr'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPng } from '#identity/pictures/test-pictures.ts'
import { newWalletId, parseWalletId } from '#identity/wallet-id.ts'
import { en } from '#kit/test/test-texts.ts'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { createWallet, newPerson, type Person, password } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const [width, height] = [640, 480]

/** A QR code in the middle of a white image. */
function codeOf(text: string): (x: number, y: number) => boolean {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const dot = Math.floor(height / rows.length)
  const [left, top] = [(width - dot * rows.length) / 2, (height - dot * rows.length) / 2]
  return (x, y) => rows[Math.floor((y - top) / dot)]?.[Math.floor((x - left) / dot)] === true
}

/** A one-frame video for the test browser's camera (YUV4MPEG2). */
function filmOf(isDark: (x: number, y: number) => boolean): Buffer {
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isDark(x, y)) light[y * width + x] = 16
  const grey = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\nFRAME\n`), light, grey])
}

describe('scanning a code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scan-'))
  const film = join(folder, 'camera.y4m')
  const asked = newWalletId()
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    writeFileSync(film, filmOf(codeOf(`https://wallet.example/#/pages/wallet/conver?coin=WLD&to=${asked}&amount=2.5`)))
    browser = await launchBrowser([
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ])
    person = await newPerson(browser, shared.address)
    await createWallet(person)
  })
  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true })
  })
  const sheet = () => person.page.getByRole('dialog', { name: en('scan.title') })
  const field = (label: string) =>
    person.page.getByLabel(label, { exact: true }).and(person.page.locator('input, textarea'))

  it('by the camera fills receiver, coin and amount, and sends nothing', async () => {
    await person.open('/pages/wallet/conver')
    await person.press(en('scan.title'))
    await person.sees(asked.replace(/(.{4})(?=.)/g, '$1 '))
    await expect.poll(() => field('Amount').inputValue()).toBe('2.5')
    expect(person.page.url()).toContain('coin=WLD')
    await picture(person.page, 'scanned by the camera')
  })

  it('off a picture file fills an address, out of a payment URI', async () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const isDark = codeOf(`ethereum:${address}@56`)
    const buffer = testPng(width, height, { pixel: (x, y) => (isDark(x, y) ? [0, 0, 0, 255] : [255, 255, 255, 255]) })
    // No camera, or permission denied.
    await person.page.evaluate("navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('refused'))")
    await person.open('/pages/my/address?chain=bsc')
    await field('Your address on BNB Smart Chain').waitFor()
    await person.press(en('scan.title'))
    await sheet().getByText(en('scan.no_camera')).waitFor()
    await picture(person.page, 'scanning without a camera')
    expect(await axe(person.page)).toEqual([])
    const choose = (file: Buffer) =>
      sheet().getByLabel(en('scan.picture')).setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: file })
    await choose(testPng(100, 100))
    await sheet().getByText(en('scan.none')).waitFor()
    await sheet().getByLabel(en('scan.picture')).dispatchEvent('cancel')
    await choose(buffer)
    await person.sees(en('address.checked'))
    expect(await field('Your address on BNB Smart Chain').inputValue()).toBe(address)
    expect(person.complaints).toEqual([])
  })
})

describe('a payment request', () => {
  let browser: Browser
  let asking: Person
  let paying: Person
  let id = ''
  beforeAll(async () => {
    browser = await openBrowser()
    asking = await newPerson(browser, shared.address)
    await signIn(asking)
    await asking.open('/pages/wallet/conver?view=ask&coin=WLD')
    const shown = asking.page.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4} [0-9A-Z]{2}$/).first()
    id = parseWalletId((await shown.textContent()) ?? '') ?? ''
    expect(id).not.toBe('')
    paying = await newPerson(browser, shared.address)
    await paying.open(`/pages/login/create?inviter=${id}`)
    await paying.type(en('new_password.label'), password)
    await paying.type(en('new_password.repeat'), password)
    await paying.choose(en('create.agree'))
    await paying.press(en('start.create'))
    await paying.sees(en('create.done'))
  })
  afterAll(closePages)
  const shownId = () => id.replace(/(.{4})(?=.)/g, '$1 ')
  const filled = (label: string) =>
    paying.page.getByLabel(label, { exact: true }).and(paying.page.locator('input')).inputValue()

  it('is read off its picture, filled in, and sent by nobody but the payer', async () => {
    await asking.type(en('transfer.ask_amount'), '7.25')
    await asking.sees('7.25')
    await picture(asking.page, 'payment request')
    expect(await axe(asking.page)).toEqual([])
    const buffer = await asking.page.getByRole('img', { name: en('transfer.ask_qr') }).screenshot()
    await paying.open('/pages/wallet/conver')
    await paying.press(en('scan.title'))
    await paying.page.getByLabel(en('scan.picture')).setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer })
    await paying.sees(shownId())
    await expect.poll(() => filled('Amount')).toBe('7.25')
    expect(paying.page.url()).toContain('coin=WLD')
  })

  it('is opened as a link, says that somebody asks, and takes a name for who asks', async () => {
    await paying.page.goto('about:blank')
    await paying.open(`/pages/wallet/conver?coin=WLD&to=${id}&amount=7.25`)
    await paying.sees(/asks you for 7\.25\sWLD/)
    await paying.press(en('transfer.name'))
    await paying.type(en('transfer.own_name'), 'Aunt Ada')
    await paying.press('Confirm')
    await paying.sees('Aunt Ada')
    await picture(paying.page, 'payment request opened')
    expect(await axe(paying.page)).toEqual([])
    await paying.page.goto('about:blank')
    await paying.open('/pages/wallet/conver')
    await paying.press(/Aunt Ada/)
    await paying.sees(shownId())
    await paying.page.waitForURL(new RegExp(`to=${id}`))
    expect([...asking.complaints, ...paying.complaints]).toEqual([])
  })
})

import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Puzzle, readPuzzle } from '#identity/captcha/captcha.server.ts'
import { puzzleEarliestMs } from '#identity/captcha/captcha.ts'
import { loadSecrets } from '#kit/store/secrets.store.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { until } from '#kit/test/test-until.ts'
import { wallClock } from '#kit/time/clock.ts'
import { axe } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person, password } from '../run/person.ts'
import { endProduct, ops, removeData, startProduct } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

const [address, other] = ['ada@example.com', 'ada.other@example.com']
const nextPassword = 'Walrus7tulip'

async function nextPuzzle({ page }: Person, act: () => Promise<void>, dataDir: string): Promise<Puzzle> {
  const [answer] = await Promise.all([page.waitForResponse('**/api/main/get-captcha*'), act()])
  const { data } = (await answer.json()) as { data: { key: string; secret: string } }
  const secrets = loadSecrets(join(dataDir, 'server-secret'))
  return readPuzzle({ secrets, ip: '127.0.0.1', wall: wallClock.now() }, data)
}

/** Uses arrow keys only. */
async function slide(person: Person, act: () => Promise<void>, dataDir = shared.dataDir): Promise<void> {
  const { page } = person
  const { x: hole, madeAt } = await nextPuzzle(person, act, dataDir)
  const handle = page.getByRole('slider', { name: en('captcha.slide') })
  await handle.focus()
  for (let far = 0; far < Math.floor(hole / 10); far++) await page.keyboard.press('Shift+ArrowRight')
  for (let near = 0; near < hole % 10; near++) await page.keyboard.press('ArrowRight')
  expect(await handle.getAttribute('aria-valuetext')).toContain(String(hole))
  // The server rejects solutions that are faster than a person.
  await until('the puzzle may be solved', () => wallClock.now().getTime() > madeAt.getTime() + puzzleEarliestMs)
  await page.keyboard.press('Enter')
}
/** Uses proof of work on the device. */
async function work(person: Person, act: () => Promise<void>): Promise<void> {
  await act()
  await person.sees(en('captcha.title'))
  await person.press(en('captcha.work'))
}

async function readMail({ context, address: product }: Person, to: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(`${product}/outbox`)
  const mail = page.getByRole('article').filter({ hasText: to }).first()
  const text = (await mail.textContent()) ?? ''
  await page.close()
  return text
}
const codeIn = (mail: string): string => /^\s*(\d{4}|\d{6})\s*$/m.exec(mail)?.[1] ?? ''

describe('an e-mail address', () => {
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await signIn(person)
  })
  afterAll(closePages)
  const sends = () => person.press(en('bind.send'))
  const takes = async (to: string, digits = 6) => {
    await person.sees(en('bind.sent'))
    await person.sees(/^Send again in \d+ s$/)
    await person.type(en('bind.code', { digits: String(digits) }), codeIn(await readMail(person, to)))
    await person.press('Confirm')
  }

  it('is bound by a code from the outbox, for a puzzle slid by the keyboard', async () => {
    await person.open('/pages/my/security')
    await person.press(/^E-mail/)
    await person.type('E-mail address', 'ada@example')
    await person.press(en('bind.next'))
    await person.sees(en('bind.format'))
    await person.type('E-mail address', address)
    await person.press(en('bind.next'))
    await person.type('Wallet password', password)
    await person.press('Confirm')
    await person.sees(en('bind.send_to'))
    expect(await axe(person.page)).toEqual([])
    await slide(person, sends)
    await takes(address)
    await person.sees(en('bind.done'))
    await person.sees(address)
    expect(await person.page.evaluate(`localStorage.getItem('bindEmail')`)).toMatch(/^v1\./)
  })

  it('is seen to work by four digits, for work instead of the puzzle', async () => {
    await person.press(/^E-mail/)
    await person.press(en('bind.try'))
    await work(person, sends)
    await takes(address, 4)
    await person.sees(en('bind.works'))
  })

  it('stands beside the old password when a new one is set, and is told of it', async () => {
    await person.open('/pages/my/password')
    await person.type(en('security.current_password'), password)
    await person.type(en('new_password.label'), nextPassword)
    await person.type(en('new_password.repeat'), nextPassword)
    await person.press(en('security.change_password'))
    await work(person, sends)
    await takes(address)
    await person.sees(/^The wallet password was changed/)
    await person.sees(/left$/)
    expect(await readMail(person, address)).toContain('Your wallet password was changed')
  })

  it('is replaced by codes of both, and the old one is told', async () => {
    await person.open('/pages/my/bind')
    await person.press(en('bind.replace'))
    await person.type(en('bind.new_address'), other)
    await person.press(en('bind.next'))
    await person.type('Wallet password', nextPassword)
    await person.press('Confirm')
    await work(person, sends)
    await takes(address)
    await person.sees(en('bind.both_codes'))
    await work(person, sends)
    await takes(other)
    await person.sees(enPattern('bind.replaced'))
    expect(await readMail(person, address)).toContain(en('mail.subject_told_mail'))
  })

  it('leaves nothing to complain of', () => {
    expect(person.complaints).toEqual([])
  })
})

it('a new wallet is asked for a puzzle where many come from one network', async () => {
  // A separate instance, because the setting affects every new wallet.
  const product = await startProduct()
  const browser = await openBrowser()
  try {
    await ops(product, 'setting', 'set', 'captcha.creations', '0', 'a flood', '--yes')
    const next = await newPerson(browser, product.address)
    await next.open('/pages/login/create')
    await next.type(en('new_password.label'), password)
    await next.type(en('new_password.repeat'), password)
    await next.choose(en('create.agree'))
    await slide(next, () => next.press(en('start.create')), product.dataDir)
    await next.sees(en('create.done'))
    expect(next.complaints).toEqual([])
  } finally {
    await closePages()
    await endProduct(product)
    removeData(product)
  }
})

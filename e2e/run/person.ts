import { Secret } from 'otpauth'
import type { Browser, Locator } from 'playwright-core'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { type Visit, visit } from './browser.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { browserMs } from './patience.ts'

export const password = 'Quartz7lamp'

/** A user with a phone. Actions use the visible English text. */
export type Person = Visit & {
  readonly address: string
  open(path: string): Promise<void>
  press(words: string | RegExp): Promise<void>
  type(label: string | RegExp, text: string): Promise<void>
  /** @param withinMs if longer than the browser timeout */
  sees(words: string | RegExp, withinMs?: number): Promise<void>
  /** A checkbox or radio button. */
  choose(words: string | RegExp): Promise<void>
}

export async function newPerson(browser: Browser, address: string, dark = false, keeps = false): Promise<Person> {
  return personOf(await visit(browser, { dark, keeps }), address)
}

/** Navigates. Marks the old screen, so that its buttons no longer match. */
const leave = (hash: string): string => `{
  const hash = ${JSON.stringify(hash)}
  if (location.hash !== hash) {
    for (const main of document.querySelectorAll('main')) main.dataset.left = ''
    location.hash = hash
  }
}`

export function personOf(visited: Visit, address: string): Person {
  const { page } = visited
  page.setDefaultTimeout(browserMs)
  const pressable = (words: string | RegExp): Locator =>
    page
      .getByRole('button', { name: words, exact: true })
      .or(page.getByRole('link', { name: words, exact: true }))
      .filter({ visible: true })
  const person: Person = {
    ...visited,
    address,
    open: async (path) => {
      if (!page.url().startsWith(address)) await page.goto(`${address}/#${path}`)
      else await page.evaluate(leave(`#${path}`))
      await page.locator('main:not([data-left])').waitFor()
    },
    press: (words) => pressable(words).first().click(),
    type: async (label, text) => {
      const field = page
        .getByLabel(label, { exact: true })
        .and(page.locator('input, textarea'))
        .filter({ visible: true })
        .last()
      await field.fill(text)
      // Blurs the field to close the number pad.
      await field.blur()
    },
    sees: (words, timeout = browserMs) => page.getByText(words).filter({ visible: true }).first().waitFor({ timeout }),
    choose: async (words) => {
      await page.locator('label').filter({ hasText: words, visible: true }).last().click()
      // Waits in the browser, because this also runs outside tests.
      await page.getByLabel(words).and(page.locator(':checked')).filter({ visible: true }).last().waitFor()
    },
  }
  return person
}

/** @returns the wallet ID on the final screen */
export async function createWallet(person: Person): Promise<string> {
  await person.open('/')
  await person.press(en('start.create'))
  await person.type(en('new_password.label'), password)
  await person.type(en('new_password.repeat'), password)
  await person.choose(en('create.agree'))
  await person.press(en('start.create'))
  // The limit of five wallets per minute and IP requires retries.
  await person.sees(en('create.done')).catch(async () => {
    await person.press(en('start.create'))
    await person.sees(en('create.done'))
  })
  const id = person.page.getByText(/^[0-9A-Z]{10}$/).first()
  return (await id.textContent()) ?? ''
}

export async function backUp(person: Person): Promise<string[]> {
  const { page } = person
  await person.press('Back up now')
  await person.press(en('back_up.begin'))
  await person.press(/^Show the words/)
  const items = page.getByRole('list', { name: en('words.list') }).getByRole('listitem')
  const words = (await items.allTextContents()).map((text) => text.replace(/[\s\d]/g, ''))
  await person.press(en('words.written_down'))
  for (const word of words)
    await page
      .getByRole('group', { name: en('words.offered') })
      .getByRole('button', { name: word, exact: true, disabled: false })
      .first()
      .click()
  await person.press(en('words.check'))
  await person.sees('Backed up')
  await person.press(en('arrived.go_on'))
  return words
}

export async function askFaucet(person: Person, coin: string, amount: string, chain = 'bsc'): Promise<string> {
  await person.open(`/pages/wallet/recharge?coin=${coin}&chain=${chain}`)
  await person.type('Amount', amount)
  await person.press(en('deposit.faucet_send'))
  const confirming = person.page
    .getByText(/\d+ of \d+/)
    .filter({ visible: true })
    .first()
  await confirming.waitFor()
  return (await confirming.textContent()) ?? ''
}

/** Waits until the coins are credited. @returns the text while confirming */
export async function recharge(person: Person, coin: string, amount: string, chain = 'bsc'): Promise<string> {
  const said = await askFaucet(person, coin, amount, chain)
  await person.sees(`${amount}.00 ${coin} credited`)
  return said
}

export async function bindGoogle(person: Person, dataDir: string): Promise<() => Promise<string>> {
  await person.open('/pages/my/google')
  await person.press(en('security.google_installed'))
  await person.type('Wallet password', password)
  await person.press('Confirm')
  const key = person.page.getByText(/^([A-Z2-7]{4} ?)+$/).first()
  const secret = Secret.fromBase32(((await key.textContent()) ?? '').replace(/\s/g, '')).bytes
  const codes = oneTimeCodes(secret, dataDir)
  await person.press(en('security.google_added'))
  await person.page.getByLabel('6-digit code', { exact: true }).fill(await codes())
  await person.sees(en('security.google_done'))
  return codes
}

export async function bindAddress(person: Person, to: string, code: string, chain = 'bsc'): Promise<void> {
  await person.open(`/pages/my/address?chain=${chain}`)
  await person.type(/Your address on/, to)
  await person.type(en('address.name'), 'My exchange')
  await person.choose(/I have compared the address/)
  await person.press(en('withdraw.bind_address'))
  await confirm(person, code)
  await person.sees(en('address.done'))
}

/** Answers the gates before a first order: country of residence (only once) and the product line's questions. */
export async function passGates(person: Person, answers: readonly string[]): Promise<void> {
  await person.sees(en('region.title'))
  await person.page.getByLabel(en('region.label'), { exact: true }).selectOption('SG')
  await person.press(en('region.declare'))
  await passQuiz(person, answers)
}

export async function passQuiz(person: Person, answers: readonly string[]): Promise<void> {
  await person.sees(en('quiz.title'))
  for (const answer of answers) await person.choose(answer)
  await person.press(en('quiz.check'))
}

export const dualAnswers = [
  en('quiz.worst.side_gone'),
  en('quiz.payer.set_aside'),
  en('quiz.lock.round'),
  en('quiz.exit.reinvest_off'),
] as const

export const lockupAnswers = [
  en('quiz.worst.coins_fall'),
  en('quiz.payer.power'),
  en('quiz.lock.term'),
  en('quiz.exit.fee'),
] as const

export const compoundAnswers = [
  en('quiz.worst.nothing_paid'),
  en('quiz.payer.pool_share'),
  en('quiz.lock.none'),
  en('quiz.exit.any_part'),
] as const

export type Wish = {
  readonly product: number
  readonly amount: string
  /** For example "7 days"; default: the shortest. */
  readonly term?: string
  readonly reinvest?: boolean
}

/** Reads the worst case first. The gates or the confirmation sheet follow. */
export async function askForOrder(person: Person, { product, amount, term, reinvest }: Wish): Promise<void> {
  await person.open(`/pages/invest/detail?product=${product}`)
  await person.sees(/^Worst case/)
  if (term !== undefined) await person.choose(term)
  await person.type('Amount', amount)
  if (reinvest !== undefined) await person.choose(reinvest ? /^Auto-reinvest on/ : /^Auto-reinvest off/)
  await person.choose(enPattern('product.accept'))
  await person.press(/^Buy (for|and lose) /)
}

/** Stops at the confirmation sheet. */
export async function fillWithdrawal(person: Person, amount: string): Promise<void> {
  await person.open('/pages/wallet/withdraw?coin=USDT&chain=bsc')
  await person.type('Amount', amount)
  await person.press('Withdraw')
}

export async function askForWithdrawal(person: Person, amount: string, code: string): Promise<void> {
  await fillWithdrawal(person, amount)
  await confirm(person, code)
}

export async function confirm(person: Person, code?: string): Promise<void> {
  // The code first, because a complete code confirms the sheet.
  if (code) await person.type(en('password.google_code'), code)
  await person.type('Wallet password', password)
  await pressConfirm(person)
}

/** Presses by keyboard, which needs no long press. Waits, because a busy button ignores presses. */
export const pressConfirm = ({ page }: Pick<Person, 'page'>): Promise<void> =>
  page.locator('dialog[open] .form-foot button:enabled:not([aria-disabled=true], .box button)').first().press('Enter')

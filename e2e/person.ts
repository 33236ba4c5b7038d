import { Secret } from 'otpauth'
import type { Browser, Locator } from 'playwright-core'
import { type Visit, visit } from './browser.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { browserMs } from './patience.ts'

export const password = 'Quartz7lamp'

/** Somebody with a phone in the hand: what a person does, in words of what a person sees (in English). */
export type Person = Visit & {
  readonly address: string
  /** Opens a screen by its path. */
  open(path: string): Promise<void>
  /** Presses a button or follows a link by its words. */
  press(words: string | RegExp): Promise<void>
  type(label: string | RegExp, text: string): Promise<void>
  /** Waits until the words are on the screen. @param withinMs for what takes the product longer than a browser may take */
  sees(words: string | RegExp, withinMs?: number): Promise<void>
  /** Ticks a box, or chooses one of a few, by its words. */
  choose(words: string | RegExp): Promise<void>
}

export async function newPerson(browser: Browser, address: string, dark = false, keeps = false): Promise<Person> {
  return personOf(await visit(browser, { dark, keeps }), address)
}

/** A script that goes to another address, and marks the screen that stands until the next one has come: its buttons are no longer meant. */
const leave = (hash: string): string => `{
  const hash = ${JSON.stringify(hash)}
  if (location.hash !== hash) {
    for (const main of document.querySelectorAll('main')) main.dataset.left = ''
    location.hash = hash
  }
}`

/** Somebody at a page that is open. */
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
      // Lets go of the field, so that the number pad gives the screen back.
      await field.blur()
    },
    sees: (words, timeout = browserMs) => page.getByText(words).filter({ visible: true }).first().waitFor({ timeout }),
    choose: async (words) => {
      await page.locator('label').filter({ hasText: words, visible: true }).last().click()
      // Waited for by the browser: this runs before tests as well as in them.
      await page.getByLabel(words).and(page.locator(':checked')).filter({ visible: true }).last().waitFor()
    },
  }
  return person
}

/** Creates an identity wallet from the start page and stays on the screen that shows its ID. @returns that ID */
export async function createWallet(person: Person): Promise<string> {
  await person.open('/')
  await person.press('Create identity')
  await person.type('New wallet password', password)
  await person.type('Repeat the password', password)
  await person.choose('I have read the user agreement')
  await person.press('Create identity')
  // One address makes five wallets in a minute: many journeys at once have to ask again.
  await person.sees('Your identity is created').catch(async () => {
    await person.press('Create identity')
    await person.sees('Your identity is created')
  })
  const id = person.page.getByText(/^[0-9A-Z]{10}$/).first()
  return (await id.textContent()) ?? ''
}

/** Right after creating: shows the twelve words and enters them again by tapping. @returns the words */
export async function backUp(person: Person): Promise<string[]> {
  const { page } = person
  await person.press('Back up now')
  await person.press('Show my words')
  await person.press(/^Show the words/)
  const items = page.getByRole('list', { name: 'The 12 words of your mnemonic' }).getByRole('listitem')
  const words = (await items.allTextContents()).map((text) => text.replace(/[\s\d]/g, ''))
  await person.press('I have written them down')
  for (const word of words)
    await page
      .getByRole('group', { name: 'Words to choose from' })
      .getByRole('button', { name: word, exact: true, disabled: false })
      .first()
      .click()
  await person.press('Check the order')
  await person.sees('Backed up')
  await person.press('Go on')
  return words
}

/** Asks the faucet for coins, and sees the payment on its way. @returns what it said while confirming */
export async function askFaucet(person: Person, coin: string, amount: string, chain = 'bsc'): Promise<string> {
  await person.open(`/pages/wallet/recharge?coin=${coin}&chain=${chain}`)
  await person.type('Amount', amount)
  await person.press('Send test coins')
  const confirming = person.page
    .getByText(/\d+ of \d+/)
    .filter({ visible: true })
    .first()
  await confirming.waitFor()
  return (await confirming.textContent()) ?? ''
}

/** Asks the faucet for coins on a network and waits until they are credited. @returns what it said while confirming */
export async function recharge(person: Person, coin: string, amount: string, chain = 'bsc'): Promise<string> {
  const said = await askFaucet(person, coin, amount, chain)
  await person.sees(`${amount}.00 ${coin} credited`)
  return said
}

/** Binds an authenticator. @returns gives its codes, each once */
export async function bindGoogle(person: Person, dataDir: string): Promise<() => Promise<string>> {
  await person.open('/pages/my/google')
  await person.press('Installed, go on')
  await person.type('Wallet password', password)
  await person.press('Confirm')
  const key = person.page.getByText(/^([A-Z2-7]{4} ?)+$/).first()
  const secret = Secret.fromBase32(((await key.textContent()) ?? '').replace(/\s/g, '')).bytes
  const codes = oneTimeCodes(secret, dataDir)
  await person.press('Added, go on')
  await person.type('6-digit code', await codes())
  await person.press('Bind')
  await person.sees('Google authenticator is bound')
  return codes
}

/** Binds the withdrawal address of a network, for good. */
export async function bindAddress(person: Person, to: string, code: string, chain = 'bsc'): Promise<void> {
  await person.open(`/pages/my/address?chain=${chain}`)
  await person.type(/Your address on/, to)
  await person.type('Name', 'My exchange')
  await person.choose(/I have compared the address/)
  await person.press('Bind an address')
  await confirm(person, code)
  await person.sees('The address is bound')
}

/** What is asked once, before the first order of a line: where one lives (before the first of any), and the questions about its card. */
export async function passGates(person: Person, answers: readonly string[]): Promise<void> {
  await person.sees('Where do you live?')
  await person.page.getByLabel('Country or region', { exact: true }).selectOption('SG')
  await person.press('I live there')
  await passQuiz(person, answers)
}

/** The questions about a line's card. */
export async function passQuiz(person: Person, answers: readonly string[]): Promise<void> {
  await person.sees('Before your first order')
  for (const answer of answers) await person.choose(answer)
  await person.press('Check my answers')
}

/** What is true of dual-currency mining. */
export const dualAnswers = [
  'The side coin goes into the compute pool for good, and both coins can lose all their worth',
  'From the company’s pool; the interest of a round is set aside before it begins',
  'Until the round ends; with auto-reinvest on, round after round',
  'I turn auto-reinvest off; it is paid when the round ends',
] as const

/** What is true of lock-up mining. */
export const lockupAnswers = [
  'The locked coins can lose all their worth, and POWER may never earn anything',
  'No coins are paid: it grants computing power, which may earn little or nothing',
  'Until the end of the term I chose, unless I leave early',
  'At the end of the term for nothing, or earlier for the fee on the card and without the POWER it granted',
] as const

/** What is true of the compound pool. */
export const compoundAnswers = [
  'The daily share can fall to nothing, and the coins can lose their worth',
  'From a share of the compound pool, which can shrink to nothing',
  'Not at all: any part can be taken out at any time',
  'I take out any part at any time',
] as const

/** What somebody wants to buy. */
export type Wish = {
  readonly product: number
  readonly amount: string
  /** "7 days"; where none is given the shortest stands. */
  readonly term?: string
  /** What becomes of it at its end, where there is a choice. */
  readonly reinvest?: boolean
}

/** Fills in an order, its worst case read first, and asks for it: the gates or the sheet that confirms it come next. */
export async function askForOrder(person: Person, { product, amount, term, reinvest }: Wish): Promise<void> {
  await person.open(`/pages/invest/detail?product=${product}`)
  await person.sees(/^Worst case/)
  if (term !== undefined) await person.choose(term)
  await person.type('Amount', amount)
  if (reinvest !== undefined) await person.choose(reinvest ? /^Auto-reinvest on/ : /^Auto-reinvest off/)
  await person.choose(/I have read all terms/)
  await person.press(/^Buy (for|and lose) /)
}

/** Fills in a withdrawal of USDT to the bound address, up to the sheet that confirms it. */
export async function fillWithdrawal(person: Person, amount: string): Promise<void> {
  await person.open('/pages/wallet/withdraw?coin=USDT&chain=bsc')
  await person.type('Amount', amount)
  await person.press('Withdraw')
}

/** Asks for a withdrawal of USDT to the bound address. */
export async function askForWithdrawal(person: Person, amount: string, code: string): Promise<void> {
  await fillWithdrawal(person, amount)
  await confirm(person, code)
}

/** The sheet that confirms what moves: the wallet password, and the Google code where it is asked. */
export async function confirm(person: Person, code?: string): Promise<void> {
  await person.type('Wallet password', password)
  if (code) await person.type('Google code', code)
  await pressConfirm(person)
}

/**
 * Presses the button of the sheet that confirms, whatever it says: from the keyboard, where it need not be held. A busy button ignores a
 * press, so this waits until it is idle.
 */
export const pressConfirm = ({ page }: Pick<Person, 'page'>): Promise<void> =>
  page.locator('dialog[open] .form-foot button:enabled:not([aria-disabled=true])').first().press('Enter')

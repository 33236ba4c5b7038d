import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdsPhrase } from '#identity/passwords/phrase-guard.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { axe, picture } from '../run/browser.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person, password, pressConfirm } from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const nextPassword = 'Walrus7tulip'
const lastPassword = 'Otter5canoe'

const signIn = async (person: Person, secret: string): Promise<void> => {
  await person.open('/pages/login/index')
  await person.type('Wallet password', secret)
  await person.press('Log in')
}
const logOut = async (person: Person): Promise<void> => {
  await person.open('/pages/my/settings')
  await person.press(en('my.log_out'))
  await person.page
    .getByRole('dialog')
    .getByRole('button', { name: en('my.log_out'), exact: true })
    .click()
  await person.sees(en('start.create'))
}
async function loseAnswers({ page }: Person, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => page.unrouteAll({ behavior: 'wait' })
}

async function askForWallet(person: Person): Promise<void> {
  await person.open('/pages/login/create')
  await setPassword(person, password)
  await person.choose(en('create.agree'))
  await person.press(en('start.create'))
}
async function setPassword(person: Person, secret: string): Promise<void> {
  await person.type(en('new_password.label'), secret)
  await person.type(en('new_password.repeat'), secret)
}
async function writeDown(person: Person): Promise<string[]> {
  await person.press(/^Show the words/)
  const items = person.page.getByRole('list', { name: en('words.list') }).getByRole('listitem')
  const words = (await items.allTextContents()).map((text) => text.replace(/[\s\d]/g, ''))
  await person.press(en('words.written_down'))
  await person.page.getByText('Type', { exact: true }).click()
  await person.type(en('words.entry'), words.join(' '))
  await person.press(en('words.check'))
  return words
}
/** Stops before the last button. @returns the new words */
async function restoreWith(person: Person, oldWords: readonly string[]): Promise<string[]> {
  await person.open('/pages/login/import')
  await person.type('12 words, in order', oldWords.join(' '))
  await person.press(en('restore.next'))
  await person.press(en('restore.replace'))
  const words = await writeDown(person)
  await setPassword(person, lastPassword)
  await person.press(en('restore.restore'))
  return words
}

describe('an identity wallet', () => {
  const sent: string[] = []
  const phrases: string[][] = []
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    person.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  })
  afterAll(closePages)

  it('is created once, though the answer is lost and the app is closed', async () => {
    const answered = await loseAnswers(person, '**/api/login/create')
    await askForWallet(person)
    await person.sees(en('pending.create'))
    expect(await axe(person.page)).toEqual([])
    await answered()
    await person.page.goto('about:blank')
    await person.open('/pages/login/index')
    await person.type('Wallet password', password)
    await person.press(en('pending.finish'))
    await person.sees(en('back_up.alone'))
  })

  it('is backed up by entering its words again', async () => {
    await person.press(en('back_up.begin'))
    phrases.push(await writeDown(person))
    await person.sees('Backed up')
    expect(await axe(person.page)).toEqual([])
  })

  it('opens its words with a changed password, and no longer with the old one', async () => {
    await person.open('/pages/my/password')
    await person.type(en('security.current_password'), password)
    await setPassword(person, nextPassword)
    await person.press(en('security.change_password'))
    await person.sees(enPattern('security.held_until'))
    await person.open('/pages/back/index')
    await person.type('Wallet password', password)
    await person.press(en('back_up.begin'))
    await person.sees(en('back_up.password_wrong'))
    await person.type('Wallet password', nextPassword)
    await person.press(en('back_up.begin'))
    await person.sees('Write down the 12 words in this order.')
  })

  it('logs out, and in again from the list of the device', async () => {
    await logOut(person)
    await signIn(person, password)
    await person.sees(en('error.identity.password_wrong', { left: '4' }))
    await signIn(person, nextPassword)
    await person.page.waitForURL(/#\/pages\/index\/index/)
  })

  it('is opened by its words as they are: nothing of it ends, and new ones are offered', async () => {
    await logOut(person)
    await person.open('/pages/login/import')
    // This checksum is always wrong. A reversed phrase would be valid once in sixteen.
    await person.type('12 words, in order', Array(12).fill('abandon').join(' '))
    await person.press(en('restore.next'))
    await person.sees(en('words.not_a_phrase'))
    await person.type('12 words, in order', (phrases[0] ?? []).join(' '))
    await person.press(en('restore.next'))
    await person.sees(/^Your words open wallet/)
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'restore-opened')
    await person.press(en('restore.later'))
    await person.page.waitForURL(/#\/pages\/index\/index/)
    await logOut(person)
    await signIn(person, nextPassword)
    await person.page.waitForURL(/#\/pages\/index\/index/)
  })

  it('is restored with new words, though the answer is lost', async () => {
    const answered = await loseAnswers(person, '**/api/login/import')
    phrases.push(await restoreWith(person, phrases[0] ?? []))
    await person.sees(en('pending.restore'))
    await answered()
    await person.press(en('pending.finish'))
    await person.sees(en('restore.done'))
    await person.press(en('arrived.go_on'))
  })

  it('does not take the old words any more', async () => {
    await person.open('/pages/login/import')
    await person.type('12 words, in order', (phrases[0] ?? []).join(' '))
    await person.press(en('restore.next'))
    await person.sees(en('error.identity.mnemonic_wrong'))
  })

  it('is not forgotten by the device before it is backed up', async () => {
    await askForWallet(person)
    await person.press(en('arrived.later'))
    await logOut(person)
    await person.open('/pages/login/index')
    await person.press('Remove Wallet 2 from this device')
    await person.sees(en('login.remove_refused'))
    await person.page.keyboard.press('Escape')
    await person.press('Remove Wallet 1 from this device')
    await pressConfirm(person)
    await person.sees(en('login.removed'))
  })

  it('never sent a word of its phrases', () => {
    expect(phrases).toHaveLength(2)
    const wire = sent.join('\n')
    for (const words of phrases) expect(wire).not.toContain(words.slice(0, 2).join(' '))
    expect(sent.filter((request) => holdsPhrase(request))).toEqual([])
    expect(person.complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
  })
})

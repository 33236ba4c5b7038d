import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { holdsPhrase } from '#identity/phrase-guard.ts'
import { axe, picture } from './browser.ts'
import { closePages, openBrowser } from './open-browser.ts'
import { newPerson, type Person, password } from './person.ts'

const nextPassword = 'Walrus7tulip'
const lastPassword = 'Otter5canoe'

const signIn = async (person: Person, secret: string): Promise<void> => {
  await person.open('/pages/login/index')
  await person.type('Wallet password', secret)
  await person.press('Log in')
}
const logOut = async (person: Person): Promise<void> => {
  await person.open('/pages/my/settings')
  await person.press('Log out')
  await person.page.getByRole('dialog').getByRole('button', { name: 'Log out', exact: true }).click()
  await person.sees('Create identity')
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
  await person.choose('I have read the user agreement')
  await person.press('Create identity')
}
async function setPassword(person: Person, secret: string): Promise<void> {
  await person.type('New wallet password', secret)
  await person.type('Repeat the password', secret)
}
/** @returns the words */
async function writeDown(person: Person): Promise<string[]> {
  await person.press(/^Show the words/)
  const items = person.page.getByRole('list', { name: 'The 12 words of your mnemonic' }).getByRole('listitem')
  const words = (await items.allTextContents()).map((text) => text.replace(/[\s\d]/g, ''))
  await person.press('I have written them down')
  await person.page.getByText('Type', { exact: true }).click()
  await person.type('The 12 words in order', words.join(' '))
  await person.press('Check the order')
  return words
}
/** Stops before the last button. @returns the new words */
async function restoreWith(person: Person, oldWords: readonly string[]): Promise<string[]> {
  await person.open('/pages/login/import')
  await person.type('12 words, in order', oldWords.join(' '))
  await person.press('Next')
  await person.press('Replace the phrase')
  const words = await writeDown(person)
  await setPassword(person, lastPassword)
  await person.press('Restore identity')
  return words
}

describe('an identity wallet', () => {
  const sent: string[] = []
  const phrases: string[][] = []
  let browser: Browser
  let person: Person
  beforeAll(async () => {
    browser = await openBrowser()
    person = await newPerson(browser, inject('address'))
    person.page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  })
  afterAll(closePages)

  it('is created once, though the answer is lost and the app is closed', async () => {
    const answered = await loseAnswers(person, '**/api/login/create')
    await askForWallet(person)
    await person.sees('A wallet was being created when the answer got lost')
    expect(await axe(person.page)).toEqual([])
    await answered()
    await person.page.goto('about:blank')
    await person.open('/pages/login/index')
    await person.type('Wallet password', password)
    await person.press('Ask again')
    await person.sees('Nobody is watching')
  })

  it('is backed up by entering its words again', async () => {
    await person.press('Show my words')
    phrases.push(await writeDown(person))
    await person.sees('Backed up')
    expect(await axe(person.page)).toEqual([])
  })

  it('opens its words with a changed password, and no longer with the old one', async () => {
    await person.open('/pages/my/password')
    await person.type('Current wallet password', password)
    await setPassword(person, nextPassword)
    await person.press('Change password')
    await person.sees(/^Withdrawals wait until/)
    await person.open('/pages/back/index')
    await person.type('Wallet password', password)
    await person.press('Show my words')
    await person.sees('This password does not open the words on this device.')
    await person.type('Wallet password', nextPassword)
    await person.press('Show my words')
    await person.sees('Write down the 12 words in this order.')
  })

  it('logs out, and in again from the list of the device', async () => {
    await logOut(person)
    await signIn(person, password)
    await person.sees('The wallet password is wrong. 4 tries left.')
    await signIn(person, nextPassword)
    await person.page.waitForURL(/#\/pages\/index\/index/)
  })

  it('is opened by its words as they are: nothing of it ends, and new ones are offered', async () => {
    await logOut(person)
    await person.open('/pages/login/import')
    // This checksum is always wrong; a reversed phrase is valid once in sixteen.
    await person.type('12 words, in order', Array(12).fill('abandon').join(' '))
    await person.press('Next')
    await person.sees(/^All words are known, but together they are no mnemonic/)
    await person.type('12 words, in order', (phrases[0] ?? []).join(' '))
    await person.press('Next')
    await person.sees(/^Your words open wallet/)
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, 'restore-opened')
    await person.press('Keep my words and open the wallet')
    await person.page.waitForURL(/#\/pages\/index\/index/)
    await logOut(person)
    await signIn(person, nextPassword)
    await person.page.waitForURL(/#\/pages\/index\/index/)
  })

  it('is restored with new words, though the answer is lost', async () => {
    const answered = await loseAnswers(person, '**/api/login/import')
    phrases.push(await restoreWith(person, phrases[0] ?? []))
    await person.sees('A wallet was being restored when the answer got lost')
    await answered()
    await person.press('Ask again')
    await person.sees('Your identity is restored')
    await person.press('Go on')
  })

  it('does not take the old words any more', async () => {
    await person.open('/pages/login/import')
    await person.type('12 words, in order', (phrases[0] ?? []).join(' '))
    await person.press('Next')
    await person.sees(/^The mnemonic is wrong/)
  })

  it('is not forgotten by the device before it is backed up', async () => {
    await askForWallet(person)
    await person.press('Back up later')
    await logOut(person)
    await person.open('/pages/login/index')
    await person.press('Remove Wallet 2 from this device')
    await person.sees('Back it up first')
    await person.page.keyboard.press('Escape')
    await person.press('Remove Wallet 1 from this device')
    await person.press('Remove')
    await person.sees('Removed from this device')
  })

  it('never sent a word of its phrases', () => {
    expect(phrases).toHaveLength(2)
    const wire = sent.join('\n')
    for (const words of phrases) expect(wire).not.toContain(words.slice(0, 2).join(' '))
    expect(sent.filter((request) => holdsPhrase(request))).toEqual([])
    expect(person.complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([])
  })
})

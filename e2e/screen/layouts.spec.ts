import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneOf, sizeOf } from '#kit/test/test-size.ts'
import { languages } from '#locales/registry.ts'
import { becomeHolder, disputeTrade } from '../run/holder.ts'
import { type Closely, checkClosely, checkInLanguages } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { newPerson, type Person } from '../run/person.ts'
import { guestScreens, ownScreens, recordPath, routes, specified } from '../run/screens.ts'
import { shared } from '../run/shared-product.ts'

/**
 * `npm run trial screens` checks every screen in every language, width, theme and text size. This test covers changed screens in all looks, the
 * others in one look that varies by commit.
 */
type Look = Closely & { readonly tag: 'en' | 'ur' }
const looks: readonly Look[] = [
  { tag: 'en', theme: 'light', percent: 100 },
  { tag: 'en', theme: 'dark', percent: 100 },
  { tag: 'ur', theme: 'light', percent: 200 },
]
const areAll = sizeOf(import.meta.url, { least: false, turn: true, all: true })
const inLook = (paths: readonly string[], look: Look) => paths.filter((path) => areAll || oneOf(path, looks) === look)
const wordy = ['de', 'ru'] as const
const longest = areAll ? wordy : wordy.filter((tag) => tag === oneOf('the longest words', wordy))

const tags = languages.map(({ tag }) => tag)

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

describe('every route', () => {
  it('that the app has is looked at here, and it has every one of the specification', () => {
    const looked = [...guestScreens, ...ownScreens, recordPath].map((path) => path.split('?')[0])
    const paths = routes.map(({ path }) => path)
    expect(paths.filter((path) => !looked.includes(path))).toEqual([])
    expect(specified.filter((path) => !paths.includes(path))).toEqual([])
  })

  it('of a wallet leads who is not signed in to signing in', async () => {
    const person = await newPerson(browser, shared.address)
    await person.open('/')
    const guarded = routes.filter(({ guard }) => guard === 'session')
    expect(guarded.length).toBeGreaterThan(35)
    for (const { path } of guarded) {
      await person.open('/pages/my/settings')
      await person.open(path)
      await expect.poll(() => person.page.url()).toMatch(/#\/pages\/login\/index/)
    }
    expect(person.complaints).toEqual([])
    await person.context.close()
  })
})

describe('screens of a guest', () => {
  let person: Person
  beforeAll(async () => {
    person = await newPerson(browser, shared.address)
    await person.open('/')
  })

  for (const look of looks)
    it(`break no rule of accessibility in ${look.tag} ${look.theme}`, async () => {
      expect(await checkClosely(person, inLook(guestScreens, look), look.tag, [look])).toEqual([])
    })

  it('stay within a small phone in all languages, and have every text', async () => {
    await person.page.setViewportSize({ width: 320, height: 844 })
    expect(await checkInLanguages(person, guestScreens, tags, [320])).toEqual([])
  })

  it('are in the language that was kept, in its direction, when they are opened', async () => {
    for (const { tag, direction } of languages) {
      await person.page.evaluate((language) => localStorage.setItem('boot', JSON.stringify({ language })), tag)
      await person.page.reload()
      await person.page.locator('main').waitFor()
      expect(await person.page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).toEqual([
        tag,
        direction,
      ])
    }
    expect(person.complaints).toEqual([])
  })
})

describe('screens of a wallet that holds something', () => {
  let person: Person
  let screens: readonly string[]
  beforeAll(async () => {
    person = await newPerson(browser, shared.address)
    screens = [
      ...ownScreens,
      await becomeHolder(person, shared.dataDir),
      ...(await disputeTrade(person, shared.dataDir)),
    ]
  })

  it('are not those of somebody who has none', async () => {
    for (const { path } of routes.filter(({ guard }) => guard === 'guest')) {
      await person.open('/pages/my/settings')
      await person.open(path)
      await expect.poll(() => person.page.url()).toMatch(/#\/pages\/index\/index/)
    }
  })

  for (const look of looks)
    it(`break no rule of accessibility in ${look.tag} ${look.theme}`, async () => {
      expect(await checkClosely(person, inLook(screens, look), look.tag, [look])).toEqual([])
    })

  it('stay within a small phone in the languages of the longest words, and have every text', async () => {
    await person.page.setViewportSize({ width: 320, height: 844 })
    expect(await checkInLanguages(person, screens, longest, [320])).toEqual([])
    expect(person.complaints).toEqual([])
  })
})

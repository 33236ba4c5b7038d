import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { launchBrowser } from '#scripts/run/chromium.ts'
import { axe, faultsOfPage, picture } from './browser.ts'
import {
  askFaucet,
  backUp,
  bindGoogle,
  confirm,
  createWallet,
  dualAnswers,
  newPerson,
  type Person,
  passGates,
  recharge,
} from './person.ts'

/** Screens anyone may see, and those of a wallet that holds something. */
const guestScreens = [
  '/',
  '/pages/start/index',
  '/pages/login/index',
  '/pages/login/create',
  '/pages/login/import',
  '/pages/my/language',
  '/pages/invest/detail?product=45',
  '/pages/proof/index',
  '/pages/proof/pools',
  '/pages/proof/money',
  '/pages/proof/reserves',
  '/pages/proof/changes',
  '/pages/proof/queue',
  '/pages/proof/status',
  '/pages/news/index',
  '/pages/article/index?slug=user-agreement',
  '/pages/article/index?slug=never-written',
  '/pages/ecology/index',
  '/pages/web/index',
  '/pages/my/linkChange',
  '/pages/update/index',
]
const ownScreens = [
  '/pages/index/index',
  '/pages/invest/index',
  '/pages/invest/detail?product=1',
  '/pages/invest/detail?product=3',
  '/pages/invest/detail?product=5',
  '/pages/invest/detail?id=1',
  '/pages/invest/detail?product=23',
  '/pages/invest/detail?product=30',
  '/pages/invest/detail?product=34',
  '/pages/invest/detail?product=46',
  '/pages/invest/logs?type=purchase',
  '/pages/invest/logs?type=dividend',
  '/pages/invest/logs?type=reservation',
  '/pages/invest/history',
  '/pages/finance/index',
  '/pages/mining/index',
  '/pages/mining/index?view=list',
  '/pages/game/game',
  '/pages/wallet/index',
  '/pages/wallet/token?coin=USDT',
  '/pages/wallet/logs?coin=USDT&from=2026-01-01',
  '/pages/wallet/logs?view=statement',
  '/pages/wallet/chain?for=recharge&coin=USDT',
  '/pages/wallet/recharge?coin=USDT&chain=bsc',
  '/pages/wallet/withdraw?coin=USDT&chain=bsc',
  '/pages/wallet/withdraw?view=list',
  '/pages/wallet/conver',
  '/pages/exchange/index',
  '/pages/exchange/index?view=pair&pair=1',
  '/pages/my/settings',
  '/pages/my/account',
  '/pages/my/info',
  '/pages/my/nickname',
  '/pages/my/child',
  '/pages/profit/index',
  '/pages/profit/invite',
  '/pages/profit/community',
  '/pages/profit/platform',
  '/pages/profit/under',
  '/pages/invite/index',
  '/pages/my/security',
  '/pages/my/security?view=passkeys',
  '/pages/my/google',
  '/pages/my/bind',
  '/pages/my/password',
  '/pages/my/push',
  '/pages/my/address',
  '/pages/my/address?chain=bsc',
  '/pages/back/index',
  '/pages/back/step1',
  '/pages/back/step2',
  '/pages/mining/mining',
  '/pages/my/my',
  '/pages/chat/index',
  '/pages/notice/index',
  '/pages/notice/info?id=1',
  '/pages/otc/index',
  '/pages/otc/ads',
  '/pages/otc/ad',
  '/pages/otc/orders',
  '/pages/otc/order?id=0',
  '/pages/otc/take?id=0',
  '/pages/otc/dispute?id=0',
  '/pages/proof/mine',
  '/pages/login/index',
]

/** Every route the app has, with what guards it. */
const routes = [...readFileSync('web/routes.ts', 'utf8').matchAll(/^ {2}'(\/[^']*)': \{\n[\s\S]*?^ {2}\},/gm)].map(
  ([text, path = '']) => ({ path, guard: /guard: '(\w+)'/.exec(text)?.[1] }),
)
/** Every route of the specification's point 2. */
const specified = [
  '/',
  ...[
    'start/index login/index login/create login/import back/index back/step1 back/step2 index/index invest/index invest/logs',
    'invest/history invest/detail notice/index notice/info web/index article/index invite/index profit/index profit/invite',
    'profit/community profit/platform profit/under exchange/index mining/index my/child my/settings my/language my/account',
    'my/info my/nickname my/address my/security my/bind my/google my/password my/linkChange wallet/index wallet/token',
    'wallet/chain wallet/recharge wallet/withdraw wallet/logs wallet/info wallet/conver chat/index update/index news/index',
    'ecology/index finance/index mining/mining game/game my/my',
  ].flatMap((line) => line.split(' ').map((path) => `/pages/${path}`)),
]
/** Looked at by a record of the wallet's own. */
const recordPath = '/pages/wallet/info'

/** Chinese has the light and dark of English and its direction: what differs is how long words are. */
const inChinese = ownScreens.filter((path) =>
  /index\/index|invest\/index|product=1$|id=1$|finance|mining\/index$|wallet\/index|profit\/index|withdraw\?coin|settings|security/.test(
    path,
  ),
)

const looks = [
  { name: 'light', boot: { language: 'en', theme: 'light' } },
  { name: 'dark', boot: { language: 'en', theme: 'dark' } },
  { name: 'urdu', boot: { language: 'ur', theme: 'light' } },
  { name: 'chinese', boot: { language: 'zh-Hans', theme: 'dark' } },
] as const

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function putOn(person: Person, boot: (typeof looks)[number]['boot']): Promise<void> {
  await person.page.evaluate((kept) => localStorage.setItem('boot', kept), JSON.stringify(boot))
  await person.page.reload()
}

/** Opens a screen as from a bookmark, and waits until no placeholder stands on it. */
async function openWhole({ page, address }: Person, path: string, name: string): Promise<void> {
  // Another query makes the browser load the page anew; the app has no use for it.
  await page.goto(`${address}/?${name}${path.replace(/\W+/g, '-')}#${path}`)
  await page.locator('main').waitFor()
  await expect.poll(() => page.locator('[aria-busy=true], .skeleton').count(), { timeout: 30_000 }).toBe(0)
}

/** What is wrong with how a screen looks. */
async function faultsOf(person: Person, path: string, name: string): Promise<string[]> {
  await openWhole(person, path, name)
  await picture(person.page, `${name} ${path.replace(/[^\w=]+/g, '-')}`)
  return [...(await axe(person.page)), ...(await faultsOfPage(person.page))].map((fault) => `${path}: ${fault}`)
}

describe('every route', () => {
  it('that the app has is looked at here, and it has every one of the specification', () => {
    const looked = [...guestScreens, ...ownScreens, recordPath].map((path) => path.split('?')[0])
    const paths = routes.map(({ path }) => path)
    expect(paths.filter((path) => !looked.includes(path))).toEqual([])
    expect(specified.filter((path) => !paths.includes(path))).toEqual([])
  })

  it('of a wallet leads who is not signed in to signing in', async () => {
    const person = await newPerson(browser, inject('address'))
    await person.open('/')
    const guarded = routes.filter(({ guard }) => guard === 'session')
    expect(guarded.length).toBeGreaterThan(35)
    for (const { path } of guarded) {
      await person.open('/pages/my/settings')
      await person.open(path)
      await expect.poll(() => person.page.url(), { timeout: 10_000 }).toMatch(/#\/pages\/login\/index/)
    }
    expect(person.complaints).toEqual([])
    await person.context.close()
  })
})

describe('screens of a guest', () => {
  for (const { name, boot } of looks)
    it(`have no fault in ${name}`, async () => {
      const person = await newPerson(browser, inject('address'))
      await person.open('/')
      await putOn(person, boot)
      const faults: string[] = []
      for (const path of guestScreens) faults.push(...(await faultsOf(person, path, name)))
      expect(faults).toEqual([])
      expect(person.complaints).toEqual([])
      await person.context.close()
    })
})

describe('screens of a wallet that holds something', () => {
  let person: Person
  let record = ''
  beforeAll(async () => {
    person = await newPerson(browser, inject('address'))
    await createWallet(person)
    await backUp(person)
    await askFaucet(person, 'USDT', '500')
    await recharge(person, 'ATMC', '200')
    await bindGoogle(person)
    await person.open('/pages/invest/detail?product=1')
    await person.choose('7 days')
    await person.type('Amount', '100')
    await person.choose(/^Auto-reinvest on/)
    await person.choose(/I have read all terms/)
    await person.press(/^Buy for 100.00 USDT/)
    await passGates(person, dualAnswers)
    await confirm(person)
    await person.sees('To be started')
    await person.open('/pages/wallet/logs')
    const link = person.page.locator(`a[href*="${recordPath}"]`).first()
    record = ((await link.getAttribute('href')) ?? '').replace(/^.*#/, '')
  })

  it('are not those of somebody who has none', async () => {
    for (const { path } of routes.filter(({ guard }) => guard === 'guest')) {
      await person.open('/pages/my/settings')
      await person.open(path)
      await expect.poll(() => person.page.url(), { timeout: 10_000 }).toMatch(/#\/pages\/index\/index/)
    }
  })

  for (const { name, boot } of looks)
    it(`have no fault in ${name}`, async () => {
      await putOn(person, boot)
      const faults: string[] = []
      for (const path of name === 'chinese' ? inChinese : [...ownScreens, record])
        faults.push(...(await faultsOf(person, path, name)))
      expect(faults).toEqual([])
      expect(person.complaints).toEqual([])
    })
})

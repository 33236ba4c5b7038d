import type { Browser, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transfers } from '#features/transfers/transfers.contract.ts'
import { en } from '#kit/test/test-texts.ts'
import { type TestClient, testClient } from '#server/test/test-client.ts'
import { axe, picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import {
  askForOrder,
  askForWithdrawal,
  bindAddress,
  bindGoogle,
  confirm,
  dualAnswers,
  fillWithdrawal,
  newPerson,
  type Person,
  password,
  pressConfirm,
} from '../run/person.ts'
import { shared } from '../run/shared-product.ts'

const destination = '0x52908400098527886E0F7030069857D2E4169EE7'
/** The request never leaves, or the response is lost. */
const cuts = ['before it is sent', 'before its answer comes'] as const
type Cut = (typeof cuts)[number]
const lost = new RegExp([en('network.later'), en('network.not_sent')].join('|').replaceAll('.', '\\.'))
const callOf = (request: Request): string =>
  `${request.method()} ${new URL(request.url()).pathname.slice('/api'.length)}`

describe('when the line is cut', () => {
  let browser: Browser
  let person: Person
  let other: TestClient
  let receiver: string
  beforeAll(async () => {
    browser = await openBrowser()
    other = testClient(shared.address)
    receiver = (await other.createWallet()).walletId
    person = await newPerson(browser, shared.address)
    await signIn(person, { coins: { USDT: '900' } })
  })
  afterAll(closePages)

  /** Fails a call the first `times` times. @returns a counter of attempts that arrived */
  async function cut(path: string, where: Cut, times = 1): Promise<() => number> {
    let attempts = 0
    let arrived = 0
    await person.page.route(`**/api${path}`, async (route: Route) => {
      attempts += 1
      if (attempts <= times && where === 'before it is sent') return route.abort()
      arrived += 1
      if (attempts > times) return route.continue()
      await route.fetch()
      return route.abort()
    })
    return () => arrived
  }

  /** Fails every call before `last` twice, in both ways. @returns an assertion that the third attempts arrived */
  async function cutEarlier(last: string): Promise<(...calls: readonly string[]) => void> {
    const attempts = new Map<string, number>()
    await person.page.route('**/api/**', async (route) => {
      const call = callOf(route.request())
      // The event stream is not part of the test; it reconnects automatically.
      if (call === `POST ${last}` || call === 'GET /events') return route.fallback()
      const count = (attempts.get(call) ?? 0) + 1
      attempts.set(call, count)
      if (count > cuts.length) return route.continue()
      if (count === cuts.length) await route.fetch()
      return route.abort()
    })
    await person.page.reload()
    return (...calls) => {
      for (const call of calls) expect(attempts.get(call), call).toBeGreaterThan(cuts.length)
    }
  }
  /** Retries until a response arrives. Each failure shows a message and keeps the input. */
  async function insist(press: () => Promise<void>, call: string): Promise<void> {
    for (const _ of cuts) {
      const failed = person.page.waitForEvent('requestfailed', (request) => callOf(request) === call)
      await press()
      await failed
      await person.sees(lost)
    }
    await press()
  }
  const mend = () => person.page.unrouteAll({ behavior: 'wait' })
  const goHome = () => person.open('/pages/index/index')
  const openAnew = async (path: string) => {
    await goHome()
    await person.open(path)
  }

  async function closeAndOpen(): Promise<void> {
    await mend()
    await person.page.goto(`${person.address}/icon.svg`)
    await person.page.goto(`${person.address}/#/pages/index/index`)
  }
  const carriedOut = en('pending.done')
  const notCarriedOut = en('pending.never')

  async function askForTransfer(amount: string): Promise<void> {
    await openAnew('/pages/wallet/conver?coin=USDT')
    await person.type(en('transfer.receiver'), receiver)
    await person.type('Amount', amount)
    await person.press(/^Send /)
  }
  async function transfer(amount: string): Promise<void> {
    await askForTransfer(amount)
    await confirm(person)
  }
  async function rowsOf(list: string, amount: string): Promise<number> {
    await openAnew(list)
    await person.sees(new RegExp(`${amount}\\.00`))
    const rows = person.page.getByRole('listitem').filter({ hasText: `${amount}.00`, visible: true })
    return rows.count()
  }
  const orders = '/pages/invest/logs?type=purchase'
  const received = async (amount: string): Promise<number> =>
    (await other.call(transfers, {})).items.filter((item) => item.amount === amount).length

  it.each(cuts)('a transfer happens once, cut %s', async (where) => {
    const amount = where === cuts[0] ? '3.25' : '4.75'
    const arrived = await cut('/wallet/conver', where)
    await transfer(amount)
    await person.sees(en('pending.waiting'))
    if (where === cuts[1]) {
      expect(await axe(person.page)).toEqual([])
      await picture(person.page, 'no answer yet')
    }
    await person.sees(en('transfer.done.out'))
    expect([arrived(), await received(amount)]).toEqual([where === cuts[0] ? 1 : 2, 1])
    await mend()
  })

  it('a first payment without a network is sent by the same sheet when the network is back', async () => {
    await askForTransfer('7.75')
    await person.page.reload()
    await askForTransfer('7.75')
    await person.context.setOffline(true)
    await confirm(person)
    await person.sees(en('network.not_sent'))
    await person.context.setOffline(false)
    await pressConfirm(person)
    await person.sees(en('transfer.done.out'))
    expect(await received('7.75')).toBe(1)
  })

  it.each(cuts)('a transfer whose app was closed is told at the next start, cut %s', async (where) => {
    const amount = where === cuts[0] ? '5.25' : '6.75'
    await cut('/wallet/conver', where, 99)
    await transfer(amount)
    await person.sees(en('pending.waiting'))
    const before = await received(amount)
    await closeAndOpen()
    const told = where === cuts[0] ? notCarriedOut : carriedOut
    await person.sees(told)
    await person.sees(`${amount} USDT`)
    expect(await axe(person.page)).toEqual([])
    await picture(person.page, `told ${where}`)
    expect([before, await received(amount)]).toEqual(where === cuts[0] ? [0, 0] : [1, 1])
    await person.press('Close')
    await person.page.getByText(told, { exact: true }).waitFor({ state: 'detached' })
    await person.page.reload()
    await person.page.getByRole('main').waitFor()
    expect(await person.page.getByText(told, { exact: true }).count()).toBe(0)
  })

  it('a transfer is told above the screen one has gone to', async () => {
    await cut('/wallet/conver', cuts[1], 2)
    await transfer('7.25')
    await person.sees(en('pending.waiting'))
    await person.page.keyboard.press('Escape')
    await person.open('/pages/my/settings')
    await person.sees(carriedOut)
    expect(await received('7.25')).toBe(1)
    await person.press('Close')
    await mend()
  })

  it('a transfer whose every earlier call was cut happens once, and what was typed stands', async () => {
    const wereCut = await cutEarlier('/wallet/conver')
    await askForTransfer('2.25')
    await person.type('Wallet password', password)
    await insist(() => pressConfirm(person), 'POST /wallet/check')
    await person.sees(en('transfer.done.out'))
    wereCut('GET /wallet/conver-rules', 'GET /wallet/target', 'POST /wallet/check')
    expect(await received('2.25')).toBe(1)
    await mend()
  })

  it('an answer that came stands when the network goes after it', async () => {
    await transfer('8.25')
    await person.sees(en('transfer.done.out'))
    await person.context.setOffline(true)
    await person.sees('You are offline.')
    await person.sees('8.25')
    await person.open('/pages/wallet/conver?coin=USDT&to=')
    await person.context.setOffline(false)
    expect(await received('8.25')).toBe(1)
  })

  it('an order whose every earlier call was cut is bought once, and told when the app was closed', async () => {
    const { page } = person
    const wereCut = await cutEarlier('/invest/buy')
    await cut('/invest/buy', cuts[1], 99)
    await askForOrder(person, { product: 1, amount: '23', reinvest: false })
    await person.sees(en('region.title'))
    await page.getByLabel(en('region.label'), { exact: true }).selectOption('SG')
    await insist(() => person.press(en('region.declare')), 'POST /my/region')
    await person.sees(en('quiz.title'))
    for (const answer of dualAnswers) await person.choose(answer)
    await insist(() => person.press(en('quiz.check')), 'POST /invest/quiz')
    await person.type('Wallet password', password)
    await insist(() => pressConfirm(person), 'POST /wallet/check')
    await person.sees(en('pending.waiting'))
    wereCut('GET /invest/product', 'POST /my/region', 'GET /invest/quiz', 'POST /invest/quiz', 'POST /wallet/check')
    await closeAndOpen()
    await person.sees(carriedOut)
    await person.press('Close')
    await person.page.getByText(carriedOut, { exact: true }).waitFor({ state: 'detached' })
    expect(await rowsOf(orders, '23')).toBe(1)
  })

  it('an order that was never sent is told as such when the app was closed', async () => {
    await cut('/invest/buy', cuts[0], 99)
    await goHome()
    await askForOrder(person, { product: 1, amount: '24', reinvest: false })
    await confirm(person)
    await person.sees(en('pending.waiting'))
    await closeAndOpen()
    await person.sees(notCarriedOut)
    await person.press('Close')
    // The card shows the amount until it expires.
    await person.page.getByText(notCarriedOut, { exact: true }).waitFor({ state: 'detached' })
    await openAnew(orders)
    await person.sees(/23\.00/)
    expect(
      await person.page
        .getByText(/24\.00/)
        .filter({ visible: true })
        .count(),
    ).toBe(0)
  })

  it.each(cuts)('an order is bought once, cut %s', async (where) => {
    const amount = where === cuts[0] ? '21' : '22'
    const arrived = await cut('/invest/buy', where)
    await goHome()
    await askForOrder(person, { product: 1, amount, reinvest: false })
    await confirm(person)
    await person.sees(en('pending.waiting'))
    await person.sees(en('order.state.to_be_started'))
    expect(arrived()).toBe(where === cuts[0] ? 1 : 2)
    await mend()
    expect(await rowsOf(orders, amount)).toBe(1)
  })

  it('a withdrawal is asked for once, wherever it is cut', async () => {
    const asked = '/pages/wallet/withdraw?view=list'
    const codes = await bindGoogle(person, shared.dataDir)
    await bindAddress(person, destination, await codes())
    for (const where of cuts) {
      const amount = where === cuts[0] ? '31' : '32'
      const arrived = await cut('/wallet/withdraw', where)
      await goHome()
      await askForWithdrawal(person, amount, await codes())
      await person.sees(en('pending.waiting'))
      await person.page.waitForURL(/withdraw\?id=/)
      expect(arrived()).toBe(where === cuts[0] ? 1 : 2)
      await mend()
      expect(await rowsOf(asked, amount)).toBe(1)
    }
    // Also fails every earlier call, then closes the app before any response.
    const wereCut = await cutEarlier('/wallet/withdraw')
    await cut('/wallet/withdraw', cuts[1], 99)
    await fillWithdrawal(person, '33')
    await person.type('Wallet password', password)
    await person.type(en('password.google_code'), await codes())
    await insist(() => pressConfirm(person), 'POST /wallet/check')
    await person.sees(en('pending.waiting'))
    wereCut('GET /wallet/withdraw-rules', 'POST /wallet/check')
    await closeAndOpen()
    await person.sees(carriedOut)
    await person.press('Close')
    await person.page.getByText(carriedOut, { exact: true }).waitFor({ state: 'detached' })
    expect(await rowsOf(asked, '33')).toBe(1)
  })

  it('before anything is sent, it is said and nothing is asked for later', async () => {
    await openAnew('/pages/wallet/conver?coin=USDT')
    await person.type(en('transfer.receiver'), receiver)
    await person.type('Amount', '9.25')
    await person.press(/^Send /)
    await person.context.setOffline(true)
    await confirm(person)
    await person.sees(en('network.not_sent'))
    await person.context.setOffline(false)
    await person.page.reload()
    await person.page.getByRole('main').waitFor()
    expect(await received('9.25')).toBe(0)
  })
})

import { Secret } from 'otpauth'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { proofReserves } from '#features/proof/reserves.contract.ts'
import { en, enPattern } from '#kit/test/test-texts.ts'
import { until } from '#kit/test/test-until.ts'
import { axe, picture } from '../run/browser.ts'
import { type Held, signIn } from '../run/holder.ts'
import { oneTimeCodes } from '../run/one-time-codes.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import { lookMs } from '../run/patience.ts'
import { dualAnswers, newPerson, type Person, password } from '../run/person.ts'
import { ops } from '../run/product.ts'
import { shared } from '../run/shared-product.ts'

/** docs/tasks.md lists earlier counts. */
const most = { buy: 15, exchange: 5, pay: 2, withdraw: 19, proof: 1 } as const
/** A native list reports no taps. */
const tapsOfList = 2
const counting = `addEventListener('pointerdown', () => { sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1 }, true)`

const visible = (found: Locator) => found.filter({ visible: true }).first()

describe('the five most frequent tasks, from Home, by fingers', () => {
  let person: Person
  let friend: Held
  beforeAll(async () => {
    const browser = await openBrowser()
    person = await newPerson(browser, shared.address)
    await person.page.addInitScript(counting)
    friend = await signIn(await newPerson(browser, shared.address))
    await signIn(person, { coins: { USDT: '500' } })
  })
  afterAll(closePages)

  const place = (): Locator => person.page.locator('dialog[open], .screen').last()
  const tap = (words: string | RegExp, within = place()) =>
    visible(
      within
        .getByRole('button', { name: words, exact: true, disabled: false })
        .or(within.getByRole('link', { name: words, exact: true })),
    ).tap()
  const tapLabel = async (words: string | RegExp) => {
    await visible(place().locator('label').filter({ hasText: words })).tap()
    await visible(place().getByLabel(words).and(place().locator(':checked'))).waitFor()
  }
  const quick = (words: string) => tap(words, person.page.getByRole('navigation', { name: en('home.money') }))
  const write = async (label: string | RegExp, text: string) => {
    const field = visible(place().getByLabel(label, { exact: true }).and(person.page.locator('input, textarea')))
    const id = JSON.stringify(await field.getAttribute('id'))
    if (!(await person.page.evaluate<boolean>(`document.activeElement.id === ${id}`))) await field.tap()
    await person.page.keyboard.insertText(text)
  }
  const hold = async (words: RegExp) => {
    const button = visible(place().getByRole('button', { name: words, disabled: false }))
    await button.locator('xpath=self::*[not(@aria-disabled="true")]').waitFor()
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const finger = await person.context.newCDPSession(person.page)
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await button.waitFor({ state: 'detached' })
    await finger.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  }
  const begin = async () => {
    await person.open('/pages/index/index')
    await person.page.evaluate('sessionStorage.taps = 0')
  }
  const taps = () => person.page.evaluate<number>('Number(sessionStorage.taps)')

  it('buys a first order, with country and questions', async () => {
    await begin()
    await quick(en('home.invest'))
    await visible(place().getByRole('link', { name: /^Dual-currency mining/ })).tap()
    await person.sees(/^Worst case/)
    await tap('25%')
    await tapLabel(/^Auto-reinvest on/)
    await tapLabel(enPattern('product.accept'))
    await tap(/^Buy (for|and lose) /)
    await place().getByLabel(en('region.label'), { exact: true }).selectOption('SG')
    await tap(en('region.declare'))
    await person.sees(en('quiz.title'))
    for (const answer of dualAnswers) await tapLabel(answer)
    await tap(en('quiz.check'))
    await place().getByLabel('Wallet password').waitFor()
    await picture(person.page, 'taps buy')
    expect(await axe(person.page)).toEqual([])
    await write('Wallet password', password)
    await tap(/^Buy for /)
    await person.sees(en('order.state.to_be_started'))
    expect(tapsOfList + (await taps())).toBeLessThanOrEqual(most.buy)
  })

  it('exchanges', async () => {
    await begin()
    await quick('Exchange')
    await tapLabel('USDT–ATMC')
    await tap('25%')
    await tap('Exchange')
    await write('Wallet password', password)
    await hold(/^Exchange /)
    await person.page.waitForURL(/exchange\/index\?id=/)
    expect(await taps()).toBeLessThanOrEqual(most.exchange)
  })

  it('pays what a link asks for', async () => {
    await person.open(`/pages/wallet/conver?coin=USDT&to=${friend.walletId}&amount=10`)
    await person.page.evaluate('sessionStorage.taps = 0')
    await tap(/^Send 10\.00\sUSDT$/)
    await write('Wallet password', password)
    await hold(/^Send /)
    await person.sees(en('transfer.done.out'))
    expect(await taps()).toBeLessThanOrEqual(most.pay)
  })

  it('withdraws for the first time, with an authenticator and an address', async () => {
    await begin()
    await tap('Wallet', person.page.getByRole('navigation').last())
    await tap(en('wallet.withdraw'))
    await tap(/BNB Smart Chain/)
    await tap(en('withdraw.bind_google'))
    await tap(en('security.google_installed'))
    await write('Wallet password', password)
    await tap('Confirm')
    const key = await visible(person.page.getByText(/^([A-Z2-7]{4} ?)+$/)).textContent()
    const codes = oneTimeCodes(Secret.fromBase32((key ?? '').replace(/\s/g, '')).bytes, shared.dataDir)
    await tap(en('security.google_added'))
    await write('6-digit code', await codes())
    await person.sees(en('security.google_done'))
    await tap(en('withdraw.bind_address'))
    await write(/Your address on/, '0x52908400098527886E0F7030069857D2E4169EE7')
    await write(en('address.name'), 'My exchange')
    await tapLabel(/I have compared the address/)
    await tap(en('address.bind'))
    await write('Wallet password', password)
    await write(en('password.google_code'), await codes())
    await hold(/^Confirm$/)
    await person.sees(en('address.done'))
    await tap('25%')
    await tap('Withdraw')
    await write('Wallet password', password)
    await write(en('password.google_code'), await codes())
    await hold(/^Withdraw /)
    await person.page.waitForURL(/withdraw\?id=/)
    expect(await taps()).toBeLessThanOrEqual(most.withdraw)
  })

  it('reads on Home, and in one tap in full, whether the company has the money', async () => {
    await ops({ dataDir: shared.dataDir }, 'clock', 'advance', '1d', '--yes')
    await until('a statement of reserves', async () => (await friend.client.call(proofReserves, {})).latest !== null)
    const answer = place().getByRole('link', { name: /We report holding at least [\d,]+%\s+of what we owe\./ })
    await until('the answer on Home', async () => {
      await begin()
      await person.page.reload()
      return answer.waitFor({ timeout: lookMs }).then(
        () => true,
        () => false,
      )
    })
    expect(await taps()).toBe(0)
    await answer.tap()
    await person.page.getByRole('heading', { name: en('title.proof_mine') }).waitFor()
    expect(await taps()).toBe(most.proof)
    expect(person.complaints).toEqual([])
  })
})

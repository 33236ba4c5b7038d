import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { en } from '#kit/test/test-texts.ts'
import { testClient } from '#server/test/test-client.ts'
import { picture } from '../run/browser.ts'
import { signIn } from '../run/holder.ts'
import { show } from '../run/layout.ts'
import { closePages, openBrowser } from '../run/open-browser.ts'
import {
  askFaucet,
  askForOrder,
  askForWithdrawal,
  bindAddress,
  bindGoogle,
  confirm,
  dualAnswers,
  newPerson,
  type Person,
  passGates,
} from '../run/person.ts'

import { ownScreens } from '../run/screens.ts'
import { shared } from '../run/shared-product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(closePages)

/** Amounts that appear nowhere else. */
const recharged = { USDT: '523.47', ATMC: '187.29' } as const
const [bought, transferred, withdrawn, left] = ['137.31', '21.43', '133.57', '231.16']
const rechargedLater = '63.71'

/** All visible and accessible content: texts (collapsed ones too), labels and field values. */
const saidOn = `[...document.body.querySelectorAll('*')].flatMap((each) => [
  ...['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''),
  each.value ?? '',
]).concat(document.title, document.body.textContent).join('\\n')`

async function shownOn(person: Person, path: string, amounts: readonly string[]): Promise<string[]> {
  await show(person, path)
  const said = await person.page.evaluate<string>(saidOn)
  return amounts.filter((amount) => said.includes(amount)).map((amount) => `${path} says ${amount}`)
}
const shownOnAll = async (person: Person, paths: readonly string[], amounts: readonly string[]): Promise<string[]> => {
  const found: string[] = []
  for (const path of paths) found.push(...(await shownOn(person, path, amounts)))
  return found
}

async function linkOn(person: Person, screen: string, to: string): Promise<string> {
  await person.open(screen)
  const link = person.page.locator(`main a[href*="${to}"]`).first()
  return ((await link.getAttribute('href')) ?? '').replace(/^.*#/, '')
}
const pathOf = ({ page }: Person): string => page.url().replace(/^.*#/, '')

it('amounts of one’s own are covered on every screen once they are covered on one', { timeout: 400_000 }, async () => {
  const address = shared.address
  const receiver = (await testClient(address).createWallet()).walletId
  const form = `/pages/wallet/conver?coin=USDT&to=${receiver}`
  const person = await newPerson(browser, address)
  const { page } = person
  await signIn(person, { coins: recharged })
  await askForOrder(person, { product: 1, amount: bought, term: '7 days', reinvest: true })
  await passGates(person, dualAnswers)
  await confirm(person)
  await person.sees(en('order.state.to_be_started'))
  const order = pathOf(person)
  // Transfers first, because adding the authenticator blocks new recipients for a while.
  await person.open('/pages/wallet/conver?coin=USDT')
  await person.type(en('transfer.receiver'), receiver)
  await person.type('Amount', transferred)
  await person.press(/^Send /)
  await confirm(person)
  await person.sees(en('transfer.done.out'))
  const transfer = pathOf(person)
  const codes = await bindGoogle(person, shared.dataDir)
  await bindAddress(person, '0x52908400098527886E0F7030069857D2E4169EE7', await codes())
  await askForWithdrawal(person, withdrawn, await codes())
  await page.waitForURL(/withdraw\?id=/)
  const withdrawal = pathOf(person)
  const record = await linkOn(person, '/pages/wallet/logs?coin=USDT', '/pages/wallet/info')

  const opened = [order, transfer, withdrawal, record]
  const all = [...new Set([...ownScreens, ...opened, '/pages/wallet/conver?view=list', form])]
  const amounts = [...Object.values(recharged), bought, transferred, withdrawn, left]
  const open = await shownOnAll(person, all, amounts)
  // The remaining limit reveals the amount spent.
  const leftOf = async (path: string, words: RegExp): Promise<string> => {
    await show(person, path)
    // Until the response arrives, a cached rule from before the authenticator shows.
    let told: string | undefined
    const look = async () => {
      told = words.exec(await page.evaluate<string>('document.body.textContent'))?.[1]
      return told !== undefined
    }
    await expect.poll(look, { message: path }).toBe(true)
    return told ?? ''
  }
  const limits = [
    [
      '/pages/wallet/withdraw?coin=USDT&chain=bsc',
      // A cached rule from before the withdrawal shows the full limit.
      await leftOf('/pages/wallet/withdraw?coin=USDT&chain=bsc', /24 h limit: (?!50,000\.00)([\d.,]+) USDT/),
    ],
  ] as const
  for (const [path, amount] of limits) expect(amount, path).toMatch(/[1-9]/)
  const told = open.map((each) => each.replace(/^.* says /, ''))
  expect(amounts.filter((amount) => !told.includes(amount))).toEqual([])
  for (const path of opened)
    expect(
      open.filter((each) => each.startsWith(`${path} says`)),
      path,
    ).not.toEqual([])
  expect(open.length).toBeGreaterThan(20)

  await person.open('/pages/wallet/index')
  await page.getByRole('button', { name: 'Hide amounts', exact: true }).click()
  await person.sees('••••••')
  await askFaucet(person, 'USDT', rechargedLater)
  await person.sees('•••••• USDT credited')
  expect(await shownOnAll(person, all, amounts)).toEqual([])
  for (const [path, amount] of limits) expect(await shownOn(person, path, [`${amount} USDT`])).toEqual([])
  // Masked even if the remaining amount equals the limit.
  for (const path of [form, '/pages/exchange/index'])
    expect(await leftOf(path, /need no Google code\. You have (\S+) USDT left/), path).toBe('••••••')
  await show(person, order)
  await picture(page, 'covered order')

  await person.open('/pages/wallet/index')
  await page.getByRole('button', { name: 'Hide amounts', exact: true }).click()
  expect(await shownOn(person, order, amounts)).toEqual(open.filter((each) => each.startsWith(`${order} says`)))
  expect(person.complaints).toEqual([])
  await person.context.close()
})

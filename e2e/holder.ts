import { sellsUsdt } from './others.ts'
import {
  askFaucet,
  askForOrder,
  backUp,
  bindGoogle,
  confirm,
  createWallet,
  dualAnswers,
  type Person,
  passGates,
  recharge,
} from './person.ts'
import { recordPath } from './screens.ts'

/** Makes somebody the holder of a wallet with coins, one payment on its way, an order, and a Google authenticator. @returns a record */
export async function becomeHolder(person: Person): Promise<string> {
  await createWallet(person)
  await backUp(person)
  await askFaucet(person, 'USDT', '500')
  await recharge(person, 'ATMC', '200')
  await bindGoogle(person)
  await askForOrder(person, { product: 1, amount: '100', term: '7 days', reinvest: true })
  await passGates(person, dualAnswers)
  await confirm(person)
  await person.sees('To be started')
  await person.open('/pages/wallet/logs')
  const link = person.page.locator(`a[href*="${recordPath}"]`).first()
  return ((await link.getAttribute('href')) ?? '').replace(/^.*#/, '')
}

/**
 * Buys USDT for money of somebody else, says that it was paid, and disputes it. In a currency no other journey trades in.
 * @returns the screens of the ad, the transaction and the dispute
 */
export async function disputeTrade(person: Person, dataDir: string): Promise<string[]> {
  const { page } = person
  const ad = await sellsUsdt(person.address, dataDir, 'USD')
  await person.open(`/pages/otc/take?id=${ad}`)
  await person.type('Amount to buy', '60')
  await page.getByRole('main').getByRole('button', { name: 'Buy', exact: true }).click()
  await confirm(person)
  await person.type('Name on the account you paid from', 'Ben Khan')
  await person.press('I have paid')
  await page.getByRole('dialog').getByRole('button', { name: 'I have paid', exact: true }).click()
  await person.sees('The seller checks their account')
  await person.press('Open a dispute')
  await person.type('What happened', 'I paid an hour ago.')
  await page.getByRole('main').getByRole('button', { name: 'Open a dispute', exact: true }).click()
  await person.sees('Waits for an operator’s decision')
  const [, order = ''] = /id=(\d+)/.exec(page.url()) ?? []
  return [`/pages/otc/take?id=${ad}`, `/pages/otc/order?id=${order}`, `/pages/otc/dispute?id=${order}`]
}

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

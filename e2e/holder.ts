import {
  askFaucet,
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
  return ((await link.getAttribute('href')) ?? '').replace(/^.*#/, '')
}

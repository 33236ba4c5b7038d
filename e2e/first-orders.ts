import { checksumAddress } from '#kit/evm-address.ts'
import { randomHex } from '#kit/random.ts'
import {
  askForOrder,
  askForWithdrawal,
  bindAddress,
  confirm,
  dualAnswers,
  lockupAnswers,
  type Person,
  passGates,
  passQuiz,
} from './person.ts'

/** What of an order is not the same for everybody. */
type Wanted = { readonly amount: string; readonly term: string }

/**
 * The first orders of somebody: dual-currency mining, which ends by itself, behind everything that is asked once; then lock-up mining behind
 * its own questions. @returns where the first one is seen
 */
export async function buyFirstOrders(person: Person, dual: Wanted, lockup: Wanted): Promise<string> {
  await askForOrder(person, { product: 1, reinvest: false, ...dual })
  await passGates(person, dualAnswers)
  await confirm(person)
  await person.sees('To be started')
  await person.page.waitForURL(/detail\?id=/)
  const [, order = ''] = person.page.url().split('#')
  await askForOrder(person, { product: 5, ...lockup })
  await passQuiz(person, lockupAnswers)
  await confirm(person)
  await person.sees('To be started')
  return order
}

/** Binds an address nobody was paid at before and asks for a withdrawal to it, which waits. */
export async function waitForWithdrawal(person: Person, amount: string, codes: () => Promise<string>): Promise<void> {
  await bindAddress(person, checksumAddress(`0x${randomHex(20)}`), await codes())
  await askForWithdrawal(person, amount, await codes())
  await person.sees('Waiting')
}

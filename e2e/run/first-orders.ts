import { checksumAddress } from '#kit/chain/evm-address.ts'
import { en } from '#kit/test/test-texts.ts'
import { randomHex } from '#kit/text/random.ts'
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

type Wanted = { readonly amount: string; readonly term: string }

/** @returns the first order's screen */
export async function buyFirstOrders(person: Person, dual: Wanted, lockup: Wanted): Promise<string> {
  await askForOrder(person, { product: 1, reinvest: false, ...dual })
  await passGates(person, dualAnswers)
  await confirm(person)
  await person.sees(en('order.state.to_be_started'))
  await person.page.waitForURL(/detail\?id=/)
  const [, order = ''] = person.page.url().split('#')
  await askForOrder(person, { product: 5, ...lockup })
  await passQuiz(person, lockupAnswers)
  await confirm(person)
  await person.sees(en('order.state.to_be_started'))
  return order
}

export async function waitForWithdrawal(person: Person, amount: string, codes: () => Promise<string>): Promise<void> {
  await bindAddress(person, checksumAddress(`0x${randomHex(20)}`), await codes())
  await askForWithdrawal(person, amount, await codes())
  await person.sees(en('withdraw.state.held'))
}

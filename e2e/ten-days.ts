import { checksumAddress } from '#kit/evm-address.ts'
import { randomHex } from '#kit/random.ts'
import { invitedPays, sellsUsdt } from './others.ts'
import {
  askForOrder,
  askForWithdrawal,
  backUp,
  bindAddress,
  bindGoogle,
  confirm,
  createWallet,
  dualAnswers,
  lockupAnswers,
  type Person,
  passGates,
  passQuiz,
} from './person.ts'
import { ops } from './product.ts'

/** Ten days of a holder: two orders, of which one is over, two people invited, an ad of somebody else, a withdrawal that waits. @returns the order that is over */
export async function liveTenDays(holder: Person, dataDir: string): Promise<string> {
  const advance = (span: string) => ops({ dataDir }, 'clock', 'advance', span, '--yes')
  const walletId = await createWallet(holder)
  await backUp(holder)
  const codes = await bindGoogle(holder)
  for (const [coin, sum] of Object.entries({ USDT: '4200', ATMC: '9000', WLD: '850', ATMX: '60000' }))
    await ops({ dataDir }, 'faucet', walletId, sum, coin, '--yes')
  await holder.open('/pages/wallet/index')
  for (const sum of [/^4,200\.00$/, /^9,000\.00$/, /^850\.00$/, /^60,000\.00$/]) await holder.sees(sum, 300_000)
  await Promise.all([1, 2].map(() => invitedPays(holder.address, dataDir, walletId)))
  await sellsUsdt(holder.address, dataDir)
  await askForOrder(holder, { product: 1, amount: '800', term: '7 days', reinvest: false })
  await passGates(holder, dualAnswers)
  await confirm(holder)
  await holder.sees('To be started')
  await holder.page.waitForURL(/detail\?id=/)
  const [, order = ''] = holder.page.url().split('#')
  await askForOrder(holder, { product: 5, amount: '2500', term: '90 days' })
  await passQuiz(holder, lockupAnswers)
  await confirm(holder)
  await holder.sees('To be started')
  await advance('9d')
  await holder.page.reload()
  await bindAddress(holder, checksumAddress(`0x${randomHex(20)}`), await codes())
  await askForWithdrawal(holder, '300', await codes())
  await holder.sees('Waiting')
  // The proof of the day that is over has the withdrawal in it.
  await advance('1d')
  await holder.page.reload()
  return order
}

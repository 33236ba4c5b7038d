import { buyFirstOrders, waitForWithdrawal } from './first-orders.ts'
import { invitedPays, sellsUsdt } from './others.ts'
import { backUp, bindGoogle, createWallet, type Person } from './person.ts'
import { ops } from './product.ts'

/** @returns the finished order */
export async function liveTenDays(holder: Person, dataDir: string): Promise<string> {
  const advance = (span: string) => ops({ dataDir }, 'clock', 'advance', span, '--yes')
  const walletId = await createWallet(holder)
  await backUp(holder)
  const codes = await bindGoogle(holder, dataDir)
  for (const [coin, sum] of Object.entries({ USDT: '4200', ATMC: '9000', WLD: '850', ATMX: '60000' }))
    await ops({ dataDir }, 'faucet', walletId, sum, coin, '--yes')
  await holder.open('/pages/wallet/index')
  for (const sum of [/^4,200\.00$/, /^9,000\.00$/, /^850\.00$/, /^60,000\.00$/]) await holder.sees(sum, 300_000)
  // One after the other, because each trade moves the price of the next.
  for (const _ of [1, 2]) await invitedPays(holder.address, dataDir, walletId)
  await sellsUsdt(holder.address, dataDir)
  const order = await buyFirstOrders(holder, { amount: '800', term: '7 days' }, { amount: '2500', term: '90 days' })
  await advance('9d')
  await holder.page.reload()
  await waitForWithdrawal(holder, '300', codes)
  await advance('1d')
  await holder.page.reload()
  return order
}

import { lockWallet } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import { type Implementation, implement } from '#kit/wire/implement.api.ts'
import { addEvent } from '#products/orders/order-history.store.ts'
import { acknowledge, lockOrder } from '#products/orders/orders.store.ts'
import { acknowledgeExit } from './machines.contract.ts'

const acknowledgeExitApi = implement(acknowledgeExit, async ({ orderId }, { tx, walletId, now }) => {
  await lockWallet(tx, walletId)
  const order = await lockOrder(tx, walletId, orderId)
  if (order.state !== 'exited') fail('invest.order_cannot_close')
  if (await acknowledge(tx, order, now)) await addEvent(tx, { order, at: now, kind: 'acknowledged' })
  return {}
})

export const machineCalls: readonly Implementation[] = [acknowledgeExitApi]

import { showUnits } from '#kit/amount/amount.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { loadRunning } from '#products/orders/running.store.ts'
import { sumRunning } from './running.contract.ts'

const sumRunningApi = implementRead(sumRunning, async (_input, { db, walletId }) => {
  const { orders, value, due } = await loadRunning(db, walletId)
  return { orders: Number(orders), value: showUnits(value), due: Number(due) }
})

export const runningCalls: readonly Implementation[] = [sumRunningApi]

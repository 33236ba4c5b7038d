import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { lines } from '#ledger/lines.ts'
import { loadOrders } from '#products/orders/orders.store.ts'
import { loadFlows } from '#products/result/booked.store.ts'
import { type Flow, grouped, netOf } from '#products/result/booked.ts'
import { countedByDay } from '#products/result/by-day.ts'
import { loadWorths, ordersMost } from '#products/result/results.server.ts'
import { loadUsdt } from '#products/result/today.server.ts'
import { listResults } from './results.contract.ts'

/** Days with a result that are told. */
const daysMost = 60

const moves = ({ net, asset }: Flow): boolean => net !== 0n && asset !== 'POWER'

const listResultsApi = implementRead(listResults, async (_, { db, walletId, now }) => {
  const orders = await loadOrders(db, walletId, { limit: ordersMost })
  const usdt = await loadUsdt(db, now)
  const booked = await loadFlows(db, walletId)
  const flows = [...booked, ...(await loadWorths(db, orders, now))]
  const lineOfOrder = new Map(orders.map(({ id, terms }) => [id as number, terms.line]))
  const days = grouped(countedByDay(booked, orders, 'settled').filter(moves), ({ day }) => day)
    .map(([day, each]) => ({ day, ...netOf(each, usdt) }))
    .filter(({ gained, givenUp }) => gained.length + givenUp.length > 0)
  return {
    all: netOf(flows, usdt),
    lines: lines.flatMap((line) => {
      const own = orders.filter(({ terms }) => terms.line === line)
      if (own.length === 0) return []
      const net = netOf(
        flows.filter(({ orderId }) => lineOfOrder.get(orderId) === line),
        usdt,
      )
      return [{ line, orders: own.length, ...net }]
    }),
    days: days.slice(0, daysMost),
  }
})

export const resultCalls: readonly Implementation[] = [listResultsApi]

import { dayOf } from '#kit/time/clock.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'
import { lines } from '#ledger/posting/lines.ts'
import { countByLine } from '#products/orders/wallet-orders.store.ts'
import { lateDays, loadLineFlows } from '#products/result/realised.store.ts'
import { type Flow, netOf } from '#products/result/realised.ts'
import { loadNetDays, loadWorths } from '#products/result/results.server.ts'
import { loadUsdt } from '#products/result/today.server.ts'
import { listResults } from './results.contract.ts'

/** Maximum days with a result. */
const daysMost = 60

const moves = ({ net, asset }: Flow): boolean => net !== 0n && asset !== 'POWER'

const listResultsApi = implementRead(listResults, async (_, { db, walletId, now }) => {
  const counts = await countByLine(db, walletId)
  const usdt = await loadUsdt(db, now)
  const flows = [...(await loadLineFlows(db, walletId)), ...(await loadWorths(db, walletId, now))]
  const from = (await lateDays(db, walletId, daysMost)).at(-1) ?? dayOf(now)
  const byDay = Map.groupBy(
    (await loadNetDays(db, walletId, { from, rule: 'settled' })).filter(moves),
    ({ day }) => day,
  )
  return {
    all: netOf(flows, usdt),
    lines: lines.flatMap((line) => {
      const orders = counts.get(line)
      if (orders === undefined) return []
      const net = netOf(
        flows.filter((flow) => flow.line === line),
        usdt,
      )
      return [{ line, orders, ...net }]
    }),
    days: [...byDay]
      .map(([day, each]) => ({ day, ...netOf(each, usdt) }))
      .filter(({ gained, givenUp }) => gained.length + givenUp.length > 0),
  }
})

export const resultCalls: readonly Implementation[] = [listResultsApi]

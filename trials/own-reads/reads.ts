import { walletAssets, walletRecords, walletStatement } from '#features/balances/balances.contract.ts'
import { getOrder, listIncomes as listOrderIncomes, listOrders } from '#features/investing/investing.contract.ts'
import { listResults } from '#features/investing/results/results.contract.ts'
import { listOwnNotices } from '#features/news/personal/personal.contract.ts'
import { getPower, listPower } from '#features/power/power.contract.ts'
import { listIncomes, loadInvite, loadTeamSummary, loadTrend } from '#features/team/team.contract.ts'
import { transfers } from '#features/transfers/transfers.contract.ts'
import { dayOf } from '#kit/time/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'

export type Read = {
  readonly name: string
  readonly contract: Contract
  readonly input: Readonly<Record<string, unknown>>
}

/** Per-user reads whose cost must not depend on history length. Uses internal field names. */
export const ownReads = (orderId: number, now: Date): readonly Read[] => [
  { name: 'assets', contract: walletAssets, input: {} },
  { name: 'records', contract: walletRecords, input: { page: 'few', cursor: '' } },
  { name: 'records of a coin', contract: walletRecords, input: { coin: 'ATMC', page: 'few', cursor: '' } },
  { name: 'records of a rare type', contract: walletRecords, input: { code: 26, page: 'few', cursor: '' } },
  {
    name: 'records of an old day',
    contract: walletRecords,
    input: {
      from: dayOf(new Date(now.getTime() - 40 * 86_400_000)),
      until: dayOf(new Date(now.getTime() - 35 * 86_400_000)),
      page: 'few',
      cursor: '',
    },
  },
  { name: 'statement', contract: walletStatement, input: { cursor: '' } },
  { name: 'summary', contract: loadTeamSummary, input: {} },
  { name: 'trend', contract: loadTrend, input: {} },
  { name: 'income by source', contract: listIncomes, input: { income: 'mining', cursor: '' } },
  { name: 'POWER of others', contract: listIncomes, input: { income: 'power', cursor: '' } },
  { name: 'invite', contract: loadInvite, input: {} },
  { name: 'own notices', contract: listOwnNotices, input: {} },
  { name: 'results', contract: listResults, input: {} },
  { name: 'incomes of orders', contract: listOrderIncomes, input: { kind: 'power', cursor: '' } },
  { name: 'orders', contract: listOrders, input: { state: 'running', cursor: '' } },
  { name: 'one order', contract: getOrder, input: { orderId } },
  { name: 'power', contract: getPower, input: {} },
  { name: 'power of a type', contract: listPower, input: { code: '3', cursor: '' } },
  { name: 'transfers of a coin', contract: transfers, input: { coin: 'ATMC', cursor: '' } },
]

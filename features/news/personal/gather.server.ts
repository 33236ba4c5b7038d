import { newDeviceLogins } from '#identity/sessions/login-record.store.ts'
import { securityEvents } from '#identity/sessions/security-event.store.ts'
import { coins } from '#kit/amount/coins.ts'
import type { Sql } from '#kit/store/db.ts'
import { pairNumber, type WalletId } from '#kit/text/ids.ts'
import type { BusinessTime } from '#kit/time/clock.store.ts'
import { classes } from '#ledger/posting/classes.ts'
import { paidDays } from '#ledger/records/paid-days.store.ts'
import { recordsOf, type WalletRecord } from '#ledger/records/records.store.ts'
import { firedAlerts } from '#market/feeds/alerts.store.ts'
import { othersSteps } from '#otc/others-steps.store.ts'
import { overOrders } from '#products/orders/over-orders.store.ts'
import {
  arrivalCodes,
  incomeCodes,
  inOrder,
  type NoticeAmount,
  noticesOfRecords,
  type OwnKind,
  type OwnNotice,
  paidNotices,
  withdrawalCodes,
} from './own-notices.ts'

const arrivalsMax = 60
const recordsMax = 200
const othersMax = 40
const withdrawalRecordsMax = 160

const kindOfStep = {
  taken: 'otc_taken',
  paid: 'otc_paid',
  released: 'otc_released',
  cancelled: 'otc_over',
  unpaid: 'otc_over',
  disputed: 'otc_dispute',
  answered: 'otc_dispute',
  evidence: 'otc_dispute',
  decided: 'otc_dispute',
} as const satisfies Record<string, OwnKind>

export type Since = { readonly business: Date; readonly real: Date }
export type Asked = {
  readonly walletId: WalletId
  readonly since: Since
  readonly books: boolean
}

/** Excludes market accounts, because returned shares use the code of the pool's daily share, and the order reports them. */
const payers = classes.filter((name) => !name.startsWith('market.'))

/** Each kind has its own row limit, so many small payments cannot push a withdrawal out. */
async function tellingRecords(sql: Sql, walletId: WalletId, from: Date): Promise<OwnNotice[]> {
  const of = (codes: ReadonlySet<number>, limit: number) =>
    recordsOf(sql, { walletId, assets: coins, codes: [...codes], from, limit })
  const records = [...(await arrivals(sql, walletId, from)), ...(await of(withdrawalCodes, withdrawalRecordsMax))]
  const days = await paidDays(sql, walletId, { assets: coins, codes: [...incomeCodes], payers, from })
  return [...noticesOfRecords(records), ...paidNotices(days)]
}

async function arrivals(sql: Sql, walletId: WalletId, from: Date): Promise<readonly WalletRecord[]> {
  const found: WalletRecord[] = []
  for (let before: bigint | undefined; found.length < recordsMax; before = found.at(-1)?.id) {
    const limit = arrivalsMax
    const page = await recordsOf(sql, { walletId, assets: coins, codes: [...arrivalCodes], from, before, limit })
    found.push(...page)
    if (page.length < limit || noticesOfRecords(found).length >= arrivalsMax) break
  }
  return found
}

export async function gatherNotices(
  sql: Sql,
  walletId: WalletId,
  since: Since,
  businessTime: BusinessTime,
): Promise<readonly OwnNotice[]> {
  const found = await gatherOfMany(sql, [{ walletId, since, books: true }], businessTime)
  return found.get(walletId) ?? []
}

/** Events of several wallets, newest first. Runs five queries for all wallets, plus three for each wallet with records. */
export async function gatherOfMany(
  sql: Sql,
  asked: readonly Asked[],
  businessTime: BusinessTime,
): Promise<ReadonlyMap<WalletId, readonly OwnNotice[]>> {
  const business = asked.map(({ walletId, since }) => ({ walletId, since: since.business }))
  const real = asked.map(({ walletId, since }) => ({ walletId, since: since.real }))
  const [orders, steps, logins, changes, alerts] = await Promise.all([
    overOrders(sql, business, othersMax),
    othersSteps(sql, business, othersMax),
    newDeviceLogins(sql, real, othersMax),
    securityEvents(sql, real, othersMax),
    firedAlerts(sql, business),
  ])
  const found = new Map<WalletId, OwnNotice[]>(asked.map(({ walletId }) => [walletId, []]))
  type Event = { readonly walletId: WalletId; readonly id: bigint; readonly at: Date }
  const add = (
    kind: OwnKind,
    clock: OwnNotice['clock'],
    { walletId, id, at }: Event,
    subject = '',
    amounts: readonly NoticeAmount[] = [],
  ): void => {
    found.get(walletId)?.push({ key: `${kind}:${id}`, kind, clock, at, subject, amounts })
  }
  for (const order of orders) add('order_over', 'business', order, `${order.id}`)
  for (const step of steps)
    add(kindOfStep[step.kind], 'business', step, `${step.transactionId}`, [{ asset: 'USDT', units: step.units }])
  for (const alert of alerts) add('price_alert', 'business', alert, `${pairNumber(alert.pair)}`)
  for (const login of logins) add('new_device', 'real', login)
  for (const change of changes) add(change.kind === 'password' ? 'password_changed' : change.kind, 'real', change)
  for (const { walletId, since, books } of asked)
    if (books) found.get(walletId)?.push(...(await tellingRecords(sql, walletId, since.business)))
  return new Map([...found].map(([walletId, notices]) => [walletId, inOrder(notices, businessTime)]))
}

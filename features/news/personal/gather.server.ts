import { newDeviceLogins } from '#identity/login-record.store.ts'
import { securityEvents } from '#identity/security-event.store.ts'
import { coins } from '#kit/assets.ts'
import type { Sql } from '#kit/db.ts'
import { pairNumber, type WalletId } from '#kit/ids.ts'
import { recordsOf } from '#ledger/records.store.ts'
import { firedAlerts } from '#market/alerts.store.ts'
import { othersSteps } from '#otc/others-steps.store.ts'
import { overOrders } from '#products/orders/over-orders.store.ts'
import { inOrder, noticesOfRecords, type OwnKind, type OwnNotice } from './own-notices.ts'

/** Rows of each source that are looked at: records are many, the rest are few. */
const recordsMax = 200
const othersMax = 40

const kindOfStep = {
  taken: 'otc_taken',
  paid: 'otc_paid',
  released: 'otc_released',
  cancelled: 'otc_over',
  unpaid: 'otc_over',
  disputed: 'otc_dispute',
  evidence: 'otc_dispute',
  decided: 'otc_dispute',
} as const satisfies Record<string, OwnKind>

export type Since = { readonly business: Date; readonly real: Date }

/**
 * What happened in a wallet since a moment of each clock, the newest first. It is read from what is kept anyway, so a transfer, a payment or a
 * midnight writes nothing for it.
 */
export async function gatherNotices(
  sql: Sql,
  walletId: WalletId,
  { business, real }: Since,
  aheadMs: number,
): Promise<OwnNotice[]> {
  const [records, orders, steps, logins, changes, alerts] = await Promise.all([
    recordsOf(sql, { walletId, assets: coins, from: business, limit: recordsMax }),
    overOrders(sql, walletId, business, othersMax),
    othersSteps(sql, walletId, business, othersMax),
    newDeviceLogins(sql, walletId, real, othersMax),
    securityEvents(sql, walletId, real, othersMax),
    firedAlerts(sql, walletId, business),
  ])
  const of = (kind: OwnKind, clock: OwnNotice['clock'], id: bigint, at: Date, subject = ''): OwnNotice => ({
    ...{ key: `${kind}:${id}`, kind, clock, at, subject },
  })
  return inOrder(
    [
      ...noticesOfRecords(records),
      ...orders.map(({ id, at }) => of('order_over', 'business', id, at, `${id}`)),
      ...steps.map(({ id, at, kind, transactionId }) => of(kindOfStep[kind], 'business', id, at, `${transactionId}`)),
      ...alerts.map(({ id, at, pair }) => of('price_alert', 'business', id, at, `${pairNumber(pair)}`)),
      ...logins.map(({ id, at }) => of('new_device', 'real', id, at)),
      ...changes.map(({ id, at, kind }) => of(kind === 'password' ? 'password_changed' : kind, 'real', id, at)),
    ],
    aheadMs,
  )
}

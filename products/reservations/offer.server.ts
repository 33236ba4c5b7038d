import { showUnits } from '#kit/amount/amount.ts'
import type { Refusal } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { dayOf } from '#kit/time/clock.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { loadQuota } from '../orders/quota.store.ts'
import { mostQuota, shownQuota } from '../orders/quota.ts'
import type { Product } from '../terms/order.ts'
import type { Figures } from '../terms/purchase.ts'
import { barredAtOnce, decideReservation, mayQueue, priceOfPlace, type Reserving } from './offer.ts'
import { loadWaiting } from './reservations.store.ts'

export const loadReserving = async (sql: Sql, product: Product, walletId: WalletId, now: Date): Promise<Reserving> => ({
  quota: shownQuota(await loadQuota(sql, product, dayOf(now))),
  waiting: await loadWaiting(sql, walletId, product.id),
  means: {
    base: await balanceOf(sql, available(walletId), product.base),
    credit: await balanceOf(sql, available(walletId), 'CREDIT'),
  },
})

export type Offer = {
  readonly barred: Refusal
  /** Null if the product allows no reservations. */
  readonly reservation: { readonly prepaid: string; readonly credit: string; readonly ahead: number } | null
  /** @throws if reserving is refused. */
  readonly decide: () => void
}

/** Undefined if quota and queue allow an immediate purchase. */
export async function loadOffer(
  sql: Sql,
  { product, walletId, figures }: { product: Product; walletId: WalletId; figures: Figures },
  now: Date,
): Promise<Offer | undefined> {
  if (product.quotaUnits === undefined && !product.needsReservation) return undefined
  const reserving = await loadReserving(sql, product, walletId, now)
  // Assumed: an order above the shown remaining quota may queue even if it would fit. The next queue run makes it due.
  const quota = mayQueue(product) ? reserving.quota : mostQuota(product, reserving.quota)
  const barred = barredAtOnce(product, quota, figures.baseUnits)
  if (!barred) return undefined
  if (!mayQueue(product))
    return {
      barred,
      reservation: null,
      decide: () => {
        throw barred
      },
    }
  const { prepaidUnits, creditUnits } = priceOfPlace(figures)
  const { queued } = quota
  return {
    barred,
    reservation: { prepaid: showUnits(prepaidUnits), credit: showUnits(creditUnits), ahead: queued },
    decide: () => decideReservation(product, figures, reserving),
  }
}

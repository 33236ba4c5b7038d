import { maskNickname } from '#identity/masked-nickname.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { type Ad, boundsOf, leftOf, type Standing, usableMethods } from '#otc/ads/ads.ts'
import { splitEscrow } from '#otc/escrow.ts'
import type { OtcLimits } from '#otc/otc-settings.ts'
import { feeOf, otcCoin, priceOf } from '#otc/otc-terms.ts'
import type { Transaction } from '#otc/transactions.ts'
import type { AdRow, Trader, TransactionRow } from './otc-fields.ts'

type Known = Standing & Pick<Trader, 'completed' | 'completedShare' | 'releaseSeconds'> & { readonly since: Date }

export const showTrader = (walletId: string, nickname: string, known: Known): Trader => ({
  walletId,
  nickname: maskNickname(nickname),
  completed: known.completed,
  partners: known.partners,
  completedShare: known.completedShare,
  releaseSeconds: known.releaseSeconds,
  since: known.since.toISOString(),
})

export type OwnMethods = readonly {
  readonly paymentMethod: number
  readonly details: Record<string, string>
  readonly usableFrom: string | null
}[]
type AdFacts = {
  readonly ad: Ad
  readonly guide: bigint
  readonly limits: OtcLimits
  readonly maker: Known
  readonly nickname: string
  readonly methods?: OwnMethods | undefined
  readonly now: Date
}
export function showAd({ ad, guide, limits, maker, nickname, methods, now }: AdFacts): AdRow {
  const { least, most } = boundsOf(ad, maker, limits)
  const { fixed, margin } = ad.pricing
  return {
    id: Number(ad.id),
    side: ad.side,
    coin: otcCoin,
    fiat: ad.fiat,
    price: showUnits(priceOf(ad.pricing, guide)),
    left: showUnits(leftOf(ad)),
    least: showUnits(least),
    most: showUnits(most),
    window: ad.windowMinutes,
    terms: ad.terms,
    paymentMethods: (methods ? ad.methods : usableMethods(ad, now)).map(({ method }) => method),
    maker: showTrader(ad.makerId, nickname, maker),
    own: methods
      ? {
          state: ad.state,
          quantity: showUnits(ad.units),
          bound: showUnits(ad.bound),
          done: showUnits(ad.done),
          fixed: fixed === null ? null : showUnits(fixed),
          margin,
          least: showUnits(ad.least),
          most: showUnits(ad.most),
          methods: [...methods],
          postedAt: ad.postedAt.toISOString(),
        }
      : null,
  }
}

export function showTransaction(transaction: Transaction, walletId: string, other: Trader): TransactionRow {
  const { id, adId, sellerId, takerId, state, units } = transaction
  const isOver = transaction.endedAt !== null
  const fee = isOver ? transaction.fee : feeOf(units)
  return {
    id: Number(id),
    adId: Number(adId),
    side: sellerId === walletId ? 'sell' : 'buy',
    isTaker: takerId === walletId,
    state,
    coin: otcCoin,
    fiat: transaction.fiat,
    price: showUnits(transaction.price),
    amount: showUnits(units),
    money: showUnits(transaction.fiatUnits),
    fee: showUnits(fee),
    received: showUnits(splitEscrow(transaction, isOver ? transaction.released : units).received),
    takenAt: transaction.takenAt.toISOString(),
    payUntil: transaction.payUntil.toISOString(),
    endedAt: transaction.endedAt?.toISOString() ?? null,
    other,
  }
}

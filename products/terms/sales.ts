import { greater, lesser, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'
import { firstDigit, mostOfDigit } from '#kit/privacy.ts'

/** The value of packages that may still be sold today, in units of USDT: to all and to one wallet, each with its maximum. */
export type PackageSales = {
  readonly dayMost: bigint
  readonly dayLeft: bigint
  readonly walletMost: bigint
  readonly walletLeft: bigint
  /** Sold today: to all, less what was cancelled, and to the wallet. */
  readonly sold: bigint
  readonly own: bigint
}

const notBelowZero = (units: bigint): bigint => greater(units, 0n)

/**
 * The rest of the caps. The first half of a day is open to anybody. Of the other half a wallet gets at most a tenth of the rest of the
 * day, and all its purchases count. So a few wallets that buy, and cancel the day after, never hold the whole day. The database has the
 * same rule (products/schema/2-orders.rules.sql).
 * @param bought in units of USDT: sales to all that were not cancelled, and purchases of the wallet, cancelled or not.
 */
export function salesOf(
  { dayValue, walletValue }: { readonly dayValue: bigint; readonly walletValue: bigint },
  { sold, own }: { readonly sold: bigint; readonly own: bigint },
): PackageSales {
  const dayLeft = notBelowZero(dayValue - sold)
  const ofWallet = walletValue - own
  const shared = greater(dayLeft - dayValue / 2n, dayLeft / 10n - own)
  return {
    dayMost: dayValue,
    dayLeft,
    walletMost: walletValue,
    walletLeft: notBelowZero(lesser(ofWallet, shared)),
    sold,
    own,
  }
}

/** A sale of a package: the rest of the caps, and whether its coin rises faster than its value may follow. */
export type PackageOffer = PackageSales & { readonly isRising: boolean }

/** The caps as they would be with so much left of the day, and the same purchases of the wallet. */
const withLeft = ({ dayMost, walletMost, own }: PackageSales, dayLeft: bigint): PackageSales =>
  salesOf({ dayValue: dayMost, walletValue: walletMost }, { sold: dayMost - lesser(dayLeft, dayMost), own })

/** An offer for a quote: the rest of the day counts as the most its first digit allows, so a quote reveals no more. */
export const offerToQuote = (offer: PackageOffer): PackageOffer => ({
  ...offer,
  ...withLeft(offer, mostOfDigit(offer.dayLeft)),
})

/**
 * Whether so many packages of this value each may be bought now. The last one finds the caps as the others leave them, as the database
 * does. A refusal names an amount that fits, from the first digit of the rest: the exact rest would reveal purchases of others.
 * @throws invest.price_rising, invest.wallet_quota, invest.quota_full
 */
export function expectOnOffer(paid: bigint, offer: PackageOffer, quantity = 1): void {
  const { dayMost, walletMost, isRising } = offer
  if (isRising) fail('invest.price_rising')
  const before = paid * BigInt(quantity - 1)
  const caps = { dayValue: dayMost, walletValue: walletMost }
  const last = salesOf(caps, { sold: offer.sold + before, own: offer.own + before })
  const shown = withLeft(offer, firstDigit(offer.dayLeft))
  if (paid > last.dayLeft) fail('invest.quota_full', { left: showUnits(shown.dayLeft), coin: 'USDT' })
  if (paid > last.walletLeft)
    fail('invest.wallet_quota', { left: showUnits(shown.walletLeft), most: showUnits(walletMost) })
}

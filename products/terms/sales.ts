import { greater, lesser, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { firstDigit, mostOfDigit } from '#kit/text/privacy.ts'

/** USDT units left today, for everyone and for one wallet. */
export type PackageSales = {
  readonly dayMost: bigint
  readonly dayLeft: bigint
  readonly walletMost: bigint
  readonly walletLeft: bigint
  readonly sold: bigint
  readonly own: bigint
}

const notBelowZero = (units: bigint): bigint => greater(units, 0n)

/**
 * In the second half of a day a wallet gets at most a tenth of the remaining cap, including its cancelled purchases, so a few wallets
 * cannot buy and cancel the whole day's cap. Same rule in products/schema/2-orders.rules.sql. @param bought USDT units: `sold` excludes
 * cancelled sales, `own` includes them.
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

/** `isRising`: the market price rises faster than our valuation may follow. */
export type PackageOffer = PackageSales & { readonly isRising: boolean }

const withLeft = ({ dayMost, walletMost, own }: PackageSales, dayLeft: bigint): PackageSales =>
  salesOf({ dayValue: dayMost, walletValue: walletMost }, { sold: dayMost - lesser(dayLeft, dayMost), own })

/** `dayLeft` counts as the maximum with the same first digit, so a quote reveals no more. */
export const offerToQuote = (offer: PackageOffer): PackageOffer => ({
  ...offer,
  ...withLeft(offer, mostOfDigit(offer.dayLeft)),
})

/**
 * Checks the last package of the quantity against what the earlier ones leave of the caps. An error shows the remaining amount rounded to
 * its first digit, because the exact amount would reveal other purchases. @throws invest.price_rising, invest.wallet_quota,
 * invest.quota_full
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

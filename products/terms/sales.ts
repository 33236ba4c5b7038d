import { greater, lesser, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'

/** What packages still sell today, in units of USDT: to all, and to one wallet; with the most of each. */
export type PackageSales = {
  readonly dayMost: bigint
  readonly dayLeft: bigint
  readonly walletMost: bigint
  readonly walletLeft: bigint
}

const notBelowZero = (units: bigint): bigint => greater(units, 0n)

/**
 * What is left of the caps. The first half of a day is anybody's; of the other half a wallet gets no more than a tenth of what is left
 * of the day, all it bought counted: a few wallets that buy and cancel the day after never hold the whole day. The database says the
 * same (products/schema/2-orders.rules.sql).
 * @param bought in units of USDT: what was sold to all and not cancelled, and what the wallet bought, cancelled or not.
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
  }
}

/** A sale of a package: what is left of the caps, and whether its coin rises faster than its value may follow. */
export type PackageOffer = PackageSales & { readonly isRising: boolean }

/** Whether so much USDT of packages may be bought now. @throws invest.price_rising, invest.wallet_quota, invest.quota_full */
export function expectOnOffer(paid: bigint, { dayLeft, walletMost, walletLeft, isRising }: PackageOffer): void {
  if (isRising) fail('invest.price_rising')
  if (paid > dayLeft) fail('invest.quota_full', { left: showUnits(dayLeft), coin: 'USDT' })
  if (paid > walletLeft) fail('invest.wallet_quota', { left: showUnits(walletLeft), most: showUnits(walletMost) })
}

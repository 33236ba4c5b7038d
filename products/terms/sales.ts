import { greater, lesser, showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'

/** The value of packages that may still be sold today, in units of USDT: to all and to one wallet, each with its maximum. */
export type PackageSales = {
  readonly dayMost: bigint
  readonly dayLeft: bigint
  readonly walletMost: bigint
  readonly walletLeft: bigint
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
  }
}

/** A sale of a package: the rest of the caps, and whether its coin rises faster than its value may follow. */
export type PackageOffer = PackageSales & { readonly isRising: boolean }

/** Whether packages of this value may be bought now. @throws invest.price_rising, invest.wallet_quota, invest.quota_full */
export function expectOnOffer(paid: bigint, { dayLeft, walletMost, walletLeft, isRising }: PackageOffer): void {
  if (isRising) fail('invest.price_rising')
  if (paid > dayLeft) fail('invest.quota_full', { left: showUnits(dayLeft), coin: 'USDT' })
  if (paid > walletLeft) fail('invest.wallet_quota', { left: showUnits(walletLeft), most: showUnits(walletMost) })
}

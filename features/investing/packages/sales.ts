import { showUnits } from '#kit/amount.ts'
import { fail } from '#kit/failure.ts'

/** What packages still sell today, in units of USDT: to all, and to one wallet; with the most of each. */
export type PackageSales = {
  readonly dayMost: bigint
  readonly dayLeft: bigint
  readonly walletMost: bigint
  readonly walletLeft: bigint
}

/** Whether so much USDT of packages may be bought now. @throws invest.wallet_quota, invest.quota_full */
export function expectOnOffer(paid: bigint, { dayLeft, walletMost, walletLeft }: PackageSales): void {
  if (paid > walletLeft) fail('invest.wallet_quota', { left: showUnits(walletLeft), most: showUnits(walletMost) })
  if (paid > dayLeft) fail('invest.quota_full', { left: showUnits(dayLeft), coin: 'USDT' })
}

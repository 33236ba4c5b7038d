import { divide } from '#kit/amount/amount.ts'
import type { WalletId } from '#kit/text/ids.ts'

export type TreeWallet = {
  readonly walletId: WalletId
  readonly sponsorId: WalletId | null
  readonly star: number
  /** True if referral is off in this wallet's region. The wallet gets no payment, and its share goes to no other wallet. */
  readonly barred: boolean
}
/** Sponsors before referrals. */
export type Uplines = readonly TreeWallet[]
export type Bonus = { readonly to: WalletId; readonly units: bigint }

/** Twentieths, by star. */
const starParts = [0n, 5n, 8n, 11n, 14n, 17n, 20n] as const
const starAll = 20n

/** `higher`: the next upline with a higher star. */
type Climb = TreeWallet & { readonly higher: Climb | undefined; readonly sponsor: Climb | undefined }

function climbs(tree: Uplines): Map<WalletId, Climb> {
  const known = new Map<WalletId, Climb>()
  for (const wallet of tree) {
    const sponsor = wallet.sponsorId === null ? undefined : known.get(wallet.sponsorId)
    let higher = sponsor
    while (higher && higher.star <= wallet.star) higher = higher.higher
    known.set(wallet.walletId, { ...wallet, sponsor, higher })
  }
  return known
}

/**
 * Half of each bonus goes to the sponsor, half to uplines by star. Each upline gets the difference between its star's part and the highest
 * so far. Rounds down; a barred wallet's share is not paid. Assumed: the two halves; the product's rules define the 20 % and "uplines", not
 * their parts. @returns one sum per upline.
 */
export function bonusesOf(caused: readonly Bonus[], tree: Uplines): Bonus[] {
  const known = climbs(tree)
  const sums = new Map<WalletId, bigint>()
  const give = (to: WalletId, units: bigint) => {
    if (units > 0n && !known.get(to)?.barred) sums.set(to, (sums.get(to) ?? 0n) + units)
  }
  for (const { to, units } of caused) {
    const sponsor = known.get(to)?.sponsor
    if (!sponsor) continue
    const half = divide(units, 2n, 'down')
    give(sponsor.walletId, half)
    let highest = 0n
    for (let above: Climb | undefined = sponsor; above; above = above.higher) {
      const part = starParts[above.star] ?? starAll
      if (part > highest) give(above.walletId, divide(half * (part - highest), starAll, 'down'))
      if (part > highest) highest = part
    }
  }
  return [...sums].map(([to, units]) => ({ to, units })).sort((a, b) => (a.to < b.to ? -1 : 1))
}

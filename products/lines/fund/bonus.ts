import { divide } from '#kit/amount.ts'
import type { WalletId } from '#kit/ids.ts'

/** A wallet in the inviter tree: everybody above a holder, and the holders. */
export type TreeWallet = {
  readonly walletId: WalletId
  readonly sponsorId: WalletId | null
  readonly star: number
  /** Its holder lives where referral is off: nothing is paid to it, and its part goes to nobody else above. */
  readonly barred: boolean
}
/** The tree, inviters before those they invited. */
export type Uplines = readonly TreeWallet[]
export type Bonus = { readonly to: WalletId; readonly units: bigint }

/** By star, parts of the half that goes to stars: 5 8 11 14 17 20 of 20. */
const starParts = [0n, 5n, 8n, 11n, 14n, 17n, 20n] as const
const starAll = 20n

/** For every wallet its inviter, and the next above it with a higher star than its own. */
type Climb = TreeWallet & { readonly higher: Climb | undefined; readonly sponsor: Climb | undefined }

/** Reads the tree from its roots, so that whoever is above a wallet is ready before it. */
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
 * The dynamic bonus: of what each holder caused, half goes to the inviter and half to those above by stars, each taking the difference
 * between the part of its star and the highest met so far. Each share rounds down. What would be of a barred wallet finds nobody.
 * Assumed: the two halves; the product's rules name the 20 % and "uplines", not their parts.
 * @returns one sum for each wallet above.
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

import { divide } from '#kit/amount.ts'

/** A 24-hour cap for one coin, at the signer or in a payout contract. In units. */
export type DayCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  readonly left: bigint
  /** Amounts paid from each half of the cap within 24 hours. */
  readonly openTaken: bigint
  readonly smallTaken: bigint
}

export type Claim = {
  /** In units, after the fee. */
  readonly units: bigint
  /** The wallet's payments within 24 hours and seven days, and its earlier waiting amounts. */
  readonly dayTaken: bigint
  readonly weekTaken: bigint
  readonly isApproved: boolean
}

const halves = 2n
/** Divides the cap to get a wallet's daily share without review. */
const walletPart = 10n
/** Divides the rest of the small half to get the limit of a wallet's small payments within seven days. */
const smallPart = 50n

/** The limit per wallet and 24 hours without review. The first payment may be larger. */
export const ownShare = ({ inDay }: Pick<DayCap, 'inDay'>): bigint => divide(inDay, walletPart, 'down')

const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export type Room = 'small' | 'yes' | 'own' | 'full' | 'never'

const isSmallOf = ({ units, weekTaken }: Claim, left: bigint): boolean => (weekTaken + units) * smallPart <= left

/**
 * `small`: never queues. `yes`: there is room. `own`: the wallet's daily share is used up, later claims may pass. `full`: only small claims
 * may pass. `never`: above the cap per payment.
 */
export function roomFor(claim: Claim, { atOnce, inDay, left, openTaken, smallTaken }: DayCap): Room {
  const { units, dayTaken, isApproved } = claim
  const half = divide(inDay, halves, 'down')
  if (units > atOnce) return 'never'
  if (isSmallOf(claim, smaller(left, half - smallTaken))) return 'small'
  if (!isApproved && dayTaken > 0n && dayTaken + units > ownShare({ inDay })) return 'own'
  // Otherwise a payment above half the cap could never leave.
  return units <= left && openTaken + units <= greater(half, atOnce) ? 'yes' : 'full'
}

export function roomInStock(claim: Claim, stock: bigint): Room {
  if (claim.units > stock) return 'full'
  return isSmallOf(claim, stock) ? 'small' : 'yes'
}

type Waiting = Claim & { readonly id: bigint }

/** Order: approved claims, then wallets with no payment within seven days, then the smallest resulting total, then the longest wait. */
export function compareClaims(one: Waiting, other: Waiting): number {
  if (one.isApproved !== other.isApproved) return one.isApproved ? -1 : 1
  if ((one.weekTaken === 0n) !== (other.weekTaken === 0n)) return one.weekTaken === 0n ? -1 : 1
  const [mine, theirs] = [one.weekTaken + one.units, other.weekTaken + other.units]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * Only small claims may overtake a claim without room. @param line in queue order @param rooms results of the caps, always in the same
 * order. @returns undefined if all must wait
 */
export function nextOf<Each>(line: readonly Each[], rooms: (each: Each) => readonly Room[]): Each | undefined {
  const full = new Set<number>()
  return line.find((each) => {
    const said = rooms(each)
    const passes = said.every((room, cap) => room === 'small' || (room === 'yes' && !full.has(cap)))
    if (!passes) for (const [cap, room] of said.entries()) if (room === 'full') full.add(cap)
    return passes
  })
}

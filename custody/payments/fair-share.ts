import { divide } from '#kit/amount.ts'

/** What may leave of a coin in 24 hours, the signer's cap or a payout contract's, in units: how much of it is left, and what was taken of its halves. */
export type DayCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  readonly left: bigint
  /** Taken within 24 hours of the half that is anybody's, and of the half that goes out in small parts. */
  readonly openTaken: bigint
  readonly smallTaken: bigint
}

/** What waits to be paid, and what its wallet has had. */
export type Claim = {
  /** What leaves, in units. */
  readonly units: bigint
  /** What the wallet has been paid of the coin within 24 hours and within seven days, with what it asked for before this one. */
  readonly dayTaken: bigint
  readonly weekTaken: bigint
  /** People have looked at it. */
  readonly isApproved: boolean
}

const halves = 2n
/** Of the half that is anybody's, what nobody has looked at, a wallet takes a tenth of the whole cap. */
const walletPart = 10n
/** Of the other half a wallet has no more within seven days than so small a part of what is left of it. */
const smallPart = 50n

/** What a wallet is paid of a coin within 24 hours, beyond its first payment, without that people look. */
export const ownShare = ({ inDay }: Pick<DayCap, 'inDay'>): bigint => divide(inDay, walletPart, 'down')

const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export type Room = 'small' | 'yes' | 'own' | 'full' | 'never'

const isSmallOf = ({ units, weekTaken }: Claim, left: bigint): boolean => (weekTaken + units) * smallPart <= left

/**
 * Whether a cap lets a claim go now. `small`: it and its wallet take so little that it waits behind nobody · `yes`: there is room · `own`:
 * its wallet has had its part of the day, and nobody waits behind it · `full`: those behind it that are not small wait too · `never`: it
 * is more than is paid at once.
 */
export function roomFor(claim: Claim, { atOnce, inDay, left, openTaken, smallTaken }: DayCap): Room {
  const { units, dayTaken, isApproved } = claim
  const half = divide(inDay, halves, 'down')
  if (units > atOnce) return 'never'
  if (isSmallOf(claim, smaller(left, half - smallTaken))) return 'small'
  // A wallet's first payment of a day is not more than its part, however large payments may be.
  if (!isApproved && dayTaken > 0n && dayTaken + units > ownShare({ inDay })) return 'own'
  // A cap whose payments may be larger than its half keeps no other half: what is allowed at once leaves some day.
  return units <= left && openTaken + units <= greater(half, atOnce) ? 'yes' : 'full'
}

/** What a claim may take of the wallet a coin is paid from. Where that wallet is short, a small claim passes one that waits for a refill. */
export function roomInStock(claim: Claim, stock: bigint): Room {
  if (claim.units > stock) return 'full'
  return isSmallOf(claim, stock) ? 'small' : 'yes'
}

type Waiting = Claim & { readonly id: bigint }

/**
 * The order of the line: what people approved; then whose wallet has had nothing of the coin within seven days; then who will have had
 * least; then who waits longest.
 */
export function compareClaims(one: Waiting, other: Waiting): number {
  if (one.isApproved !== other.isApproved) return one.isApproved ? -1 : 1
  if ((one.weekTaken === 0n) !== (other.weekTaken === 0n)) return one.weekTaken === 0n ? -1 : 1
  const [mine, theirs] = [one.weekTaken + one.units, other.weekTaken + other.units]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * Who of a line is paid next. Nobody but a small one passes somebody for whom there is no room.
 * @param line in its order @param rooms what each of the caps says, always in the same order. @returns undefined where all of them wait
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

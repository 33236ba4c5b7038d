import { divide } from '#kit/amount.ts'

/** A cap of 24 hours for one coin, at the signer or in a payout contract: how much is left, and how much each half has paid. In units. */
export type DayCap = {
  readonly atOnce: bigint
  readonly inDay: bigint
  readonly left: bigint
  /** Paid within 24 hours out of the half that is open to anybody, and out of the half that goes out in small parts. */
  readonly openTaken: bigint
  readonly smallTaken: bigint
}

/** A withdrawal that waits to be paid, and the amounts its wallet was paid before. */
export type Claim = {
  /** The amount that leaves, in units. */
  readonly units: bigint
  /** Amounts of the coin that the wallet was paid within 24 hours and within seven days, and its waiting amounts before this one. */
  readonly dayTaken: bigint
  readonly weekTaken: bigint
  /** People have looked at it. */
  readonly isApproved: boolean
}

const halves = 2n
/** Without a look by people, a wallet gets a tenth of the whole cap out of the open half. */
const walletPart = 10n
/** Within seven days a wallet gets at most a fiftieth of the rest of the other half. */
const smallPart = 50n

/** The most of a coin that a wallet is paid within 24 hours without a look by people. Its first payment may be larger. */
export const ownShare = ({ inDay }: Pick<DayCap, 'inDay'>): bigint => divide(inDay, walletPart, 'down')

const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other)
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

export type Room = 'small' | 'yes' | 'own' | 'full' | 'never'

const isSmallOf = ({ units, weekTaken }: Claim, left: bigint): boolean => (weekTaken + units) * smallPart <= left

/**
 * Whether a cap lets a claim go now.
 * - `small`: the claim and its wallet take so little that it waits behind nobody
 * - `yes`: there is room
 * - `own`: its wallet has had its part of the day; the claims behind it may pass
 * - `full`: there is no room, and the claims behind it wait too, except small ones
 * - `never`: it is above the cap of one payment
 */
export function roomFor(claim: Claim, { atOnce, inDay, left, openTaken, smallTaken }: DayCap): Room {
  const { units, dayTaken, isApproved } = claim
  const half = divide(inDay, halves, 'down')
  if (units > atOnce) return 'never'
  if (isSmallOf(claim, smaller(left, half - smallTaken))) return 'small'
  // The first payment of a day never counts as too much for its wallet: `atOnce` bounds it.
  if (!isApproved && dayTaken > 0n && dayTaken + units > ownShare({ inDay })) return 'own'
  // If a single payment may be larger than a half, the open part grows to its size. Otherwise it could never leave.
  return units <= left && openTaken + units <= greater(half, atOnce) ? 'yes' : 'full'
}

/** Whether the wallet that pays has enough for a claim. If it is short, a small claim passes a claim that waits for a refill. */
export function roomInStock(claim: Claim, stock: bigint): Room {
  if (claim.units > stock) return 'full'
  return isSmallOf(claim, stock) ? 'small' : 'yes'
}

type Waiting = Claim & { readonly id: bigint }

/**
 * The order of the line: first claims that people approved; then wallets that were paid nothing of the coin within seven days; then
 * wallets that will have been paid least; then claims that have waited longest.
 */
export function compareClaims(one: Waiting, other: Waiting): number {
  if (one.isApproved !== other.isApproved) return one.isApproved ? -1 : 1
  if ((one.weekTaken === 0n) !== (other.weekTaken === 0n)) return one.weekTaken === 0n ? -1 : 1
  const [mine, theirs] = [one.weekTaken + one.units, other.weekTaken + other.units]
  if (mine !== theirs) return mine < theirs ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * The claim of a line that is paid next. If a claim finds no room, only small claims pass it.
 * @param line in its order @param rooms the answer of each cap, always in the same order. @returns undefined: all of them wait
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
